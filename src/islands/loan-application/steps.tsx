import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { LOAN_AUTHORISATION_PATH, LOAN_CONSENT } from '../../lib/contract/orders/loan-consent.ts'
import {
  chosenProduct,
  isUnregistered,
  type LoanProductTerms,
  type LoanTextOf,
  materialsFor,
  NO_PRODUCT,
} from '../../lib/forms/loan-form.ts'
import { loanReview } from '../../lib/forms/loan-review.ts'
import { LOAN_MAX_MONTHS } from '../../lib/rules/loan/schedule.ts'
import { formatNumber } from '../../lib/rules/text/format-number.ts'
import { readTypedMonths, readTypedNumber } from '../../lib/rules/text/typed-number.ts'
import { $form, chooseProduct, clearProblems, typedIn, typeText } from '../../lib/stores/forms/form.ts'
import { FileSlot } from '../parts/form/FileSlot.tsx'
import {
  Consent,
  ContactFields,
  CreditCodeField,
  InOrder,
  SelectField,
  TextField,
} from '../parts/form/fields.tsx'

export function NeedStep({ products }: { products: readonly LoanProductTerms[] }) {
  const form = typedIn(useStore($form, { ssr: 'initial' }))
  const product = chosenProduct(form, products)
  const amount = readTypedNumber(form.texts['amount'] ?? '')
  const months = product?.months ?? { min: 1, max: LOAN_MAX_MONTHS }
  const places: Record<LoanTextOf<1>, ReactNode> = {
    product_id: (
      <SelectField
        name="product_id"
        label="贷款产品"
        onChoose={chooseProduct}
        options={[
          ...products.map(({ id, title }) => ({ value: String(id), label: title })),
          { value: NO_PRODUCT, label: '暂不选择，请本站推荐' },
        ]}
        echo={
          product ? (
            <>
              额度 {formatNumber(product.amount.min)} 至 {formatNumber(product.amount.max)} 元，期限{' '}
              {months.min} 至 {months.max} 个月。<a href={`/loan/home#product-${product.id}`}>查看产品</a>
            </>
          ) : (
            '选定后，这里写明它的额度和期限。'
          )
        }
      />
    ),
    amount: (
      <div className="form-pair">
        <TextField
          name="amount"
          label="贷款金额（元）"
          hint="可以写 50万"
          maxLength={30}
          inputMode="text"
          autoComplete="off"
          tidy={(text) => readTypedNumber(text) ?? text}
          echo={amount !== undefined && Number(amount) > 0 && `＝ ${formatNumber(Number(amount))} 元`}
        />
        <TextField
          name="term_months"
          label="期限（个月）"
          hint={`${months.min} 至 ${months.max}`}
          maxLength={10}
          inputMode="numeric"
          autoComplete="off"
          tidy={(text) => readTypedMonths(text) ?? text}
        />
      </div>
    ),
    // Beside the amount.
    term_months: null,
    purpose: (
      <TextField
        name="purpose"
        label="贷款用途"
        hint="资金用途和还款来源"
        rows={4}
        maxLength={500}
        placeholder="例如：采购原材料 30 万元、支付加工费 20 万元，以已签订单的回款归还"
      />
    ),
  }
  return <InOrder places={places} />
}

export function CompanyStep() {
  const isFounder = isUnregistered(typedIn(useStore($form, { ssr: 'initial' })))
  const places: Record<LoanTextOf<2>, ReactNode> = {
    company_name: (
      <TextField
        name="company_name"
        label="企业名称"
        hint={isFounder ? '拟用的名称' : '与营业执照一致'}
        maxLength={100}
        autoComplete="organization"
      />
    ),
    credit_code: (
      <>
        {!isFounder && <CreditCodeField />}
        <label className="form-check">
          <input
            type="checkbox"
            name="unregistered"
            value="yes"
            checked={isFounder}
            onChange={({ target }) => {
              clearProblems(['credit_code'])
              typeText('unregistered', target.checked ? 'yes' : '')
            }}
          />
          <span>
            尚未注册<small>创业者可以先申请，注册后再补信用代码</small>
          </span>
        </label>
      </>
    ),
    legal_person: (
      <TextField
        name="legal_person"
        label={isFounder ? '创业者姓名' : '法定代表人'}
        maxLength={50}
        autoComplete="off"
      />
    ),
    contact: <ContactFields />,
    // Beside the contact.
    phone: null,
  }
  return <InOrder places={places} />
}

/** 材料 of the chosen product. Files for a previous product stay until removed, and are not sent. */
export function MaterialStep({ products }: { products: readonly LoanProductTerms[] }) {
  const form = typedIn(useStore($form, { ssr: 'initial' }))
  const asked = materialsFor(form, products)
  const others = [...new Set(form.files.map(({ slot }) => slot))].filter(
    (slot) => !asked.some(({ name }) => name === slot),
  )
  return (
    <>
      <p className="soft form-advice">
        照片或扫描件均可，须字迹清晰；每项最多 5
        个文件。登录前所选文件先保存到本设备，登录后上传到“企业文件”的“申请材料”。
      </p>
      {asked.map(({ name, note, optional }) => (
        <FileSlot key={name} slot={name} note={[optional && '选填', note].filter(Boolean).join('，')} />
      ))}
      {others.length > 0 && (
        <p className="soft form-advice">
          以下为之前选择的文件，本次申请无需使用，不会提交，也不会转给贷款机构，可移除。
        </p>
      )}
      {others.map((slot) => (
        <FileSlot key={slot} slot={slot} isClosed />
      ))}
    </>
  )
}

interface ReviewStepProps {
  products: readonly LoanProductTerms[]
  onGo: (step: number) => void
}

export function ReviewStep({ products, onGo }: ReviewStepProps) {
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
          <dl className="facts">
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
        我已阅读并同意
        <a href={LOAN_AUTHORISATION_PATH} target="_blank" rel="noopener">
          《贷款信息授权书》
        </a>
        ：{LOAN_CONSENT.words}
      </Consent>
    </>
  )
}
