import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import {
  chosenProduct,
  type LoanProductTerms,
  type LoanTextOf,
  NO_PRODUCT,
} from '../../lib/forms/loan-form.ts'
import { LOAN_MAX_MONTHS } from '../../lib/rules/loan/schedule.ts'
import { formatNumber } from '../../lib/rules/text/format-number.ts'
import { readTypedMonths, readTypedNumber } from '../../lib/rules/text/typed-number.ts'
import { $form, chooseProduct, typedIn } from '../../lib/stores/forms/form.ts'
import { InOrder, SelectField, TextField } from '../parts/form/fields.tsx'

/** 贷款需求: which product, how much, for how long, what for. */
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
          { value: NO_PRODUCT, label: '还没想好，请平台推荐' },
        ]}
        echo={
          product && (
            <>
              额度 {formatNumber(product.amount.min)} 至 {formatNumber(product.amount.max)} 元，期限{' '}
              {months.min} 至 {months.max} 个月。<a href={`/loan/home#product-${product.id}`}>看产品</a>
            </>
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
        hint="钱用在哪里，靠什么还"
        rows={4}
        maxLength={500}
        placeholder="例如：采购原材料 30 万元、支付加工费 20 万元，以已签订单的回款归还"
      />
    ),
  }
  return <InOrder places={places} />
}
