import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { CODES } from '../../lib/contract/envelope.ts'
import {
  fromLoan,
  isSentWithLoan,
  LOAN_STEPS,
  type LoanProductTerms,
  loanProblems,
  toLoan,
} from '../../lib/forms/loan-form.ts'
import { LOAN_LABELS, shownLoanText } from '../../lib/forms/loan-review.ts'
import type { TypedForm } from '../../lib/forms/typed-form.ts'
import {
  $agreed,
  $form,
  $formProblems,
  $formSync,
  $sentBefore,
  chooseProduct,
  formOpened,
  saveFormNow,
  typedIn,
} from '../../lib/stores/forms/form.ts'
import { submitForm } from '../../lib/stores/forms/submit.ts'
import { $session } from '../../lib/stores/session.ts'
import { UploadNews } from '../parts/documents/UploadNews.tsx'
import { FormClosed, FormSent } from '../parts/form/FormClosed.tsx'
import { AmendmentNote, FormNotice, Submitting, SyncNote } from '../parts/form/form-notes.tsx'
import { OlderFormVersion } from '../parts/form/OlderVersion.tsx'
import { poidInAddress, useForm } from '../parts/form/use-form.ts'
import { CompanyStep, MaterialStep, NeedStep, ReviewStep } from './steps.tsx'
import { useSteps } from './use-steps.ts'
import '../parts/form/form.css'
import './loan-form.css'

export function LoanForm({ products }: { products: readonly LoanProductTerms[] }) {
  const state = useStore($form, { ssr: 'initial' })
  const sync = useStore($formSync, { ssr: 'initial' })
  const isLoggedIn = useStore($session, { ssr: 'initial' }).code === CODES.ok
  const form = useForm(() => ({ kind: 'loan', poid: poidInAddress(), contentOf: fromLoan }))
  const problemsOf = (content = typedIn()) => loanProblems(content, products, $agreed.get())
  const isSent = (slot: string, content: TypedForm) => isSentWithLoan(slot, content, products)
  const toBody = (content: TypedForm) => toLoan(content, products)
  const steps = useSteps(problemsOf, state.status === 'writing')
  useProductOfAddress(products)
  useSuccessPage()

  if (state.status === 'submitted' && !state.here)
    return (
      <FormSent
        title="这份申请已经提交"
        sent={state.sent}
        beside={{ href: '/loan/declare', text: '另填一份' }}
      >
        ，无需重复提交。
      </FormSent>
    )
  const words = {
    labels: LOAN_LABELS,
    shown: (name: string, text: string) => shownLoanText(name, text, products),
  }
  if (['missing', 'locked', 'unread'].includes(state.status)) return <FormClosed again="/loan/declare" />
  const isBusy = state.status === 'submitting' || state.status === 'submitted'
  // After a login the account's draft comes first.
  const isOpening = state.status === 'opening' && isLoggedIn
  const isLast = steps.current === LOAN_STEPS.length
  return (
    <form
      ref={form}
      className="form loan-form"
      noValidate
      onSubmit={async (event) => {
        event.preventDefault()
        await formOpened()
        if (!isLast) steps.goOn()
        else if (steps.goToFirstProblem()) {
          await submitForm({ problemsOf, isSent, toBody, contentOf: fromLoan })
          // A file that no longer exists is reported at its material.
          steps.goToFirstProblem($formProblems.get())
        }
      }}
      onBlur={() => sync.status === 'device' && saveFormNow()}
    >
      <SentNote />
      <AmendmentNote />
      <StepList current={steps.current} onGo={steps.goBackTo} />
      <OlderFormVersion {...words} />
      <fieldset className="form-body" disabled={isBusy}>
        <legend ref={steps.heading} tabIndex={-1}>
          {LOAN_STEPS[steps.current - 1]}
        </legend>
        <FormNotice />
        {steps.current === 1 && <NeedStep products={products} />}
        {steps.current === 2 && <CompanyStep />}
        {steps.current === 3 && <MaterialStep products={products} />}
        {steps.current === 4 && <ReviewStep products={products} onGo={steps.goBackTo} />}
      </fieldset>
      <UploadNews />
      <div className="wrap form-foot">
        <SyncNote />
        <Submitting />
        <p className="form-moves">
          {steps.current > 1 && (
            <button
              type="button"
              className="button"
              disabled={isBusy}
              onClick={() => steps.goBackTo(steps.current - 1)}
            >
              上一步
            </button>
          )}
          <button
            type="submit"
            className="button button-primary"
            aria-busy={isBusy}
            disabled={isBusy || isOpening}
          >
            {isBusy ? '正在提交…' : !isLast ? '下一步' : isLoggedIn ? '提交申请' : '登录并提交申请'}
          </button>
        </p>
      </div>
    </form>
  )
}

function SentNote() {
  const sent = useStore($sentBefore, { ssr: 'initial' })
  if (!sent) return null
  return (
    <p className="form-sent" role="status">
      您刚提交过一份申请，服务单号 <b className="figures">{sent.receipt_no}</b>，无需重复提交。
      <a href={`/mylist/1?poid=${sent.poid}`}>查看进度</a>
    </p>
  )
}

/** Takes the product from the address (申请 of a product), as if it were typed. */
function useProductOfAddress(products: readonly LoanProductTerms[]): void {
  useEffect(() => {
    const address = new URL(location.href)
    const chosen = address.searchParams.get('product')
    if (chosen === null) return
    address.searchParams.delete('product')
    history.replaceState(history.state, '', address)
    if (products.some(({ id }) => String(id) === chosen)) chooseProduct(chosen)
  }, [products])
}

/** The success page replaces the form in the history, so that Back skips the form. */
function useSuccessPage(): void {
  const state = useStore($form, { ssr: 'initial' })
  useEffect(() => {
    if (state.status === 'submitted' && state.here) location.replace(`/loan/success?poid=${state.sent.poid}`)
  }, [state])
}

function StepList({ current, onGo }: { current: number; onGo: (step: number) => void }) {
  return (
    <ol className="loan-steps" aria-label="步骤">
      {LOAN_STEPS.map((name, index) => {
        const step = index + 1
        const words = (
          <>
            <span className="loan-step-number" aria-hidden="true">
              {step < current ? '✓' : step}
            </span>
            {name}
          </>
        )
        return (
          <li key={name} aria-current={step === current ? 'step' : undefined} data-done={step < current}>
            {step < current ? (
              <button type="button" onClick={() => onGo(step)}>
                {words}
                <span className="visually-hidden">，已填写</span>
              </button>
            ) : (
              <span>{words}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
