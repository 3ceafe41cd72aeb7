import { useStore } from '@nanostores/react'
import { LOAN_CONSENT } from '../../lib/contract/orders/loan-consent.ts'
import type { LoanProductTerms } from '../../lib/forms/loan-form.ts'
import { loanReview } from '../../lib/forms/loan-review.ts'
import { $form, typedIn } from '../../lib/stores/forms/form.ts'
import { Consent } from '../parts/form/fields.tsx'

interface Props {
  products: readonly LoanProductTerms[]
  onGo: (step: number) => void
}

/** 核对和授权: everything once more, then what is consented to. */
export function ReviewStep({ products, onGo }: Props) {
  const form = typedIn(useStore($form, { ssr: 'initial' }))
  return (
    <>
      {loanReview(form, products).map(({ title, step, rows }) => (
        <section key={title} className="loan-review">
          <h2>
            {title}
            <button type="button" className="link" onClick={() => onGo(step)}>
              修改<span className="visually-hidden">{title}</span>
            </button>
          </h2>
          <dl>
            {rows.map(([label, text]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Consent name="agree_true">以上内容和材料真实、完整，与原件一致。</Consent>
      <Consent name="agree_pass">
        {LOAN_CONSENT.words}见<a href="/privacy">隐私政策</a>。
      </Consent>
    </>
  )
}
