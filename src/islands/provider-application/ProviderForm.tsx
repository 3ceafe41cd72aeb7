import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { CODES } from '../../lib/contract/envelope.ts'
import {
  CASES_LIMIT,
  PERMITS_LIMIT,
  type ProviderField,
  SERVICES_LIMIT,
} from '../../lib/contract/orders/order-fields.ts'
import {
  fromProvider,
  isProviderSlot,
  LICENCE_SLOT,
  PERMIT_SLOT,
  PROVIDER_LABELS,
  providerProblems,
  regionsOf,
  toProvider,
} from '../../lib/forms/provider-form.ts'
import type { OrderState } from '../../lib/rules/orders/order-states.ts'
import { $agreed, $form, $formSync, currentForm, saveFormNow, typedIn } from '../../lib/stores/forms/form.ts'
import { submitForm } from '../../lib/stores/forms/submit.ts'
import { $myProvider, readMyProvider } from '../../lib/stores/my-provider.ts'
import { $categories, type ProviderCategory, refreshCategories } from '../../lib/stores/providers.ts'
import { $regionNames, loadRegionNames } from '../../lib/stores/region.ts'
import { $session } from '../../lib/stores/session.ts'
import { UploadNews } from '../parts/documents/UploadNews.tsx'
import { FileSlot } from '../parts/form/FileSlot.tsx'
import { FormClosed, FormSent } from '../parts/form/FormClosed.tsx'
import {
  Consent,
  ContactFields,
  CreditCodeField,
  InOrder,
  SelectField,
  TextField,
} from '../parts/form/fields.tsx'
import { AmendmentNote, FormNotice, Submitting, SyncNote } from '../parts/form/form-notes.tsx'
import { OlderFormVersion } from '../parts/form/OlderVersion.tsx'
import { poidInAddress, useForm } from '../parts/form/use-form.ts'
import { MyApplication } from './MyApplication.tsx'
import { RegionsField } from './RegionsField.tsx'
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
  // A colleague's application is open, or the category no longer exists.
  onRefused: () => {
    readMyProvider()
    refreshCategories()
  },
}

interface ProviderFormProps {
  categories: readonly ProviderCategory[]
}

export function ProviderForm({ categories: built }: ProviderFormProps) {
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
  if (state.status === 'submitted') {
    const title = state.here ? '入驻申请已提交' : '这份入驻申请已经提交'
    return (
      <FormSent title={title} sent={state.sent} beside={{ href: '/facilitator', text: '服务商说明' }}>
        。三个工作日内核对执照和资料；需要补充的通过“消息”通知您。
      </FormSent>
    )
  }
  if (['missing', 'locked', 'unread'].includes(state.status)) {
    return (
      <>
        <MyApplication />
        <FormClosed again="/enter" />
      </>
    )
  }
  const isBusy = state.status === 'submitting'
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
      <OlderFormVersion {...words} />
      <fieldset className="form-body" disabled={isBusy}>
        <legend tabIndex={-1}>入驻资料</legend>
        <FormNotice />
        <ProviderFields categories={options} />
        <Consent name="agree_rules">
          已阅读并遵守<a href="/facilitator#rules">服务商规则</a>
          ；资料真实；同意审核通过后公开企业名称、服务内容、地区、案例和联系方式。营业执照、许可或资质证书和信用代码只用于审核，不公开。
        </Consent>
      </fieldset>
      <UploadNews />
      <div className="wrap form-foot">
        <SyncNote />
        <Submitting />
        <p className="form-moves">
          <button
            type="submit"
            className="button button-primary"
            aria-busy={isBusy}
            disabled={isBusy || isOpening}
          >
            {isBusy ? '正在提交…' : isLoggedIn ? '提交入驻申请' : '登录并提交入驻申请'}
          </button>
        </p>
      </div>
    </form>
  )
}

function useProviderWords(categoryName: (id: string) => string): (name: string, text: string) => string {
  const names = useStore($regionNames, { ssr: 'initial' })
  // The version that can only be copied.
  const older = currentForm(useStore($form, { ssr: 'initial' }))?.other?.content
  const codes = older ? regionsOf(older).join(',') : ''
  useEffect(() => {
    loadRegionNames(codes.split(',').filter(Boolean))
  }, [codes])
  return (name, text) => {
    if (name === 'category_id') return categoryName(text)
    if (name !== 'regions') return text
    return text
      .split(',')
      .map((code) => names[code] ?? code)
      .join('、')
  }
}

const PUBLIC = '会公开显示'

interface FieldsProps {
  categories: readonly { value: string; label: string }[]
}

function ProviderFields({ categories }: FieldsProps) {
  const places: Record<ProviderField, ReactNode> = {
    category_id: <SelectField name="category_id" label={PROVIDER_LABELS.category_id} options={categories} />,
    company_name: (
      <div className="form-pair">
        <TextField
          name="company_name"
          label={PROVIDER_LABELS.company_name}
          hint="与营业执照一致"
          maxLength={100}
          autoComplete="organization"
        />
        <CreditCodeField />
      </div>
    ),
    // Beside the name.
    credit_code: null,
    licence: <FileSlot slot={LICENCE_SLOT} limit={1} />,
    permits: <FileSlot slot={PERMIT_SLOT} note="选填，从事需要许可的业务时请附上" limit={PERMITS_LIMIT} />,
    services: (
      <TextField
        name="services"
        label={PROVIDER_LABELS.services}
        hint={PUBLIC}
        rows={5}
        maxLength={SERVICES_LIMIT}
        placeholder="服务项目、收费方式、办理时限，一项一行"
      />
    ),
    regions: <RegionsField />,
    cases: (
      <TextField
        name="cases"
        label={PROVIDER_LABELS.cases}
        hint={`选填，${PUBLIC}，请隐去客户名称`}
        rows={4}
        maxLength={CASES_LIMIT}
      />
    ),
    contact: <ContactFields note={PUBLIC} />,
    // Beside the contact.
    phone: null,
  }
  return <InOrder places={places} />
}
