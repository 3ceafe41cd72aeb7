import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { CODES } from '../../lib/contract/envelope.ts'
import {
  fromProvider,
  isProviderSlot,
  PROVIDER_LABELS,
  providerProblems,
  toProvider,
} from '../../lib/forms/provider-form.ts'
import type { OrderState } from '../../lib/rules/orders/order-states.ts'
import { $agreed, $form, $formSync, saveFormNow, typedIn } from '../../lib/stores/forms/form.ts'
import { submitForm } from '../../lib/stores/forms/submit.ts'
import { $myProvider, readMyProvider } from '../../lib/stores/providers/my-provider.ts'
import {
  $categories,
  type ProviderCategory,
  refreshCategories,
} from '../../lib/stores/providers/provider-categories.ts'
import { $session } from '../../lib/stores/session.ts'
import { AmendmentNote } from '../parts/form/AmendmentNote.tsx'
import { ConflictChoice } from '../parts/form/ConflictChoice.tsx'
import { FormClosed } from '../parts/form/FormClosed.tsx'
import { FormNotice } from '../parts/form/FormNotice.tsx'
import { FormRoomFull } from '../parts/form/FormRoomFull.tsx'
import { Consent } from '../parts/form/fields.tsx'
import { poidInAddress } from '../parts/form/poid.ts'
import { Submitting } from '../parts/form/Submitting.tsx'
import { SyncNote } from '../parts/form/SyncNote.tsx'
import { useForm } from '../parts/form/use-form.ts'
import { MyApplication } from './MyApplication.tsx'
import { ProviderFields } from './ProviderFields.tsx'
import { ProviderSent } from './ProviderSent.tsx'
import { useProviderWords } from './provider-words.ts'
import '../parts/form/form.css'
import './provider.css'

/** One application at a time. */
const WAITING: readonly OrderState[] = ['submitted', 'reviewing', 'more-needed']
const RULES = {
  problemsOf: () =>
    providerProblems(
      typedIn(),
      $agreed.get(),
      $categories.get()?.map(({ id }) => id),
    ),
  isSent: isProviderSlot,
  toBody: toProvider,
  contentOf: fromProvider,
  // A colleague's application stands in the way, or the category is offered no longer.
  onRefused: () => {
    readMyProvider()
    refreshCategories()
  },
}

interface Props {
  /** As of the build. */
  categories: readonly ProviderCategory[]
}

/** 服务商入驻: one page to fill in, and above it how the applications so far stand. */
export function ProviderForm({ categories: built }: Props) {
  const state = useStore($form, { ssr: 'initial' })
  const sync = useStore($formSync, { ssr: 'initial' })
  const isLoggedIn = useStore($session, { ssr: 'initial' }).code === CODES.ok
  const mine = useStore($myProvider, { ssr: 'initial' })
  const categories = useStore($categories, { ssr: 'initial' }) ?? built
  useEffect(() => {
    refreshCategories()
  }, [])
  const isWaiting = mine !== null && WAITING.includes(mine.order.state)
  const form = useForm(() => ({ kind: 'provider', poid: poidInAddress(), contentOf: fromProvider }))
  const options = categories.map(({ id, name }) => ({ value: String(id), label: name }))
  const nameOf = (id: string) => options.find(({ value }) => value === id)?.label ?? id
  const words = { labels: PROVIDER_LABELS, shown: useProviderWords(nameOf) }
  if (state.status === 'submitted') return <ProviderSent sent={state.sent} here={state.here} />
  if (state.status === 'missing' || state.status === 'locked') {
    return (
      <>
        <MyApplication />
        <FormClosed again="/enter" {...words} />
      </>
    )
  }
  const isBusy = state.status === 'submitting'
  // After a login the account's draft comes first.
  const isOpening = state.status === 'opening' && isLoggedIn
  if (isWaiting && state.status === 'writing' && state.form.poid === null && sync.status === 'blank') {
    return <MyApplication />
  }
  return (
    <form
      ref={form}
      className="form provider-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submitForm(RULES)
      }}
      onBlur={() => sync.status === 'device' && saveFormNow()}
    >
      <MyApplication />
      <AmendmentNote />
      <ConflictChoice {...words} />
      <fieldset className="form-body" disabled={isBusy || sync.status === 'conflict'}>
        <legend tabIndex={-1}>入驻资料</legend>
        <FormNotice />
        <ProviderFields categories={options} />
        <Consent name="agree_rules">
          已阅读并遵守<a href="/facilitator#rules">服务商规则</a>
          ；资料真实；同意审核通过后公开企业名称、服务内容、地区、案例和联系方式。营业执照、许可或资质证书和信用代码只用于审核，不公开。
        </Consent>
      </fieldset>
      <FormRoomFull />
      <div className="form-foot">
        <SyncNote />
        <Submitting />
        <p className="form-moves">
          <button
            type="submit"
            className="button button-primary"
            aria-busy={isBusy}
            disabled={isBusy || isOpening || sync.status === 'conflict'}
          >
            {isBusy ? '正在提交…' : isLoggedIn ? '提交入驻申请' : '登录并提交入驻申请'}
          </button>
        </p>
      </div>
    </form>
  )
}
