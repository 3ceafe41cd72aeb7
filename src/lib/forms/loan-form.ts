/** 贷款申请 as typed: its problems, and the request that a form without problems makes. */

import type * as v from 'valibot'
import { LOAN_CONSENT } from '../contract/orders/loan-consent.ts'
import type { Order } from '../contract/orders/order.ts'
import { type LoanField, loanFields } from '../contract/orders/order-fields.ts'
import { LOAN_MAX_MONTHS } from '../rules/loan/schedule.ts'
import { amountOutside, monthsOutside } from '../rules/loan/terms.ts'
import { creditCodeProblem } from '../rules/text/credit-code.ts'
import { normalizePhone } from '../rules/text/phone.ts'
import { readTypedMonths, readTypedNumber } from '../rules/text/typed-number.ts'
import {
  checkText,
  type FoundIn,
  fileField,
  onlyProblems,
  type Problems,
  type TypedForm,
  type Whole,
} from './typed-form.ts'

export interface LoanProductTerms {
  id: number
  title: string
  lender: string
  amount: { min: number; max: number }
  months: { min: number; max: number }
  materials: readonly LoanMaterial[]
}

export interface LoanMaterial {
  name: string
  /** Papers that count as this material, or their source. */
  note?: string | undefined
  optional?: boolean
  registeredOnly?: boolean
}

/** The value of 还没想好: the operators then propose one. */
export const NO_PRODUCT = '0'
const MATERIALS_OF_ANY: readonly LoanMaterial[] = [
  { name: '营业执照', registeredOnly: true },
  { name: '法定代表人身份证' },
  { name: '近 12 个月银行流水', note: '公司账户流水；尚未注册的，提供创业者本人账户流水' },
]

export const LOAN_STEPS = ['贷款需求', '企业信息', '材料', '核对和授权'] as const

export type LoanText = Exclude<LoanField, 'product' | 'materials' | 'consent'>

const STEP_OF_TEXT = {
  product_id: 1,
  amount: 1,
  term_months: 1,
  purpose: 1,
  company_name: 2,
  credit_code: 2,
  legal_person: 2,
  contact: 2,
  phone: 2,
} as const satisfies Record<LoanText, number>

/** The texts of one step: its view is a table over them, so that none is missing. */
export type LoanTextOf<Step extends number> = {
  [Name in LoanText]: (typeof STEP_OF_TEXT)[Name] extends Step ? Name : never
}[LoanText]

export function stepOfLoanField(name: string): number {
  if (name in STEP_OF_TEXT) return STEP_OF_TEXT[name as LoanText]
  return name.startsWith(fileField('')) ? 3 : 4
}

export function chosenProduct(
  { texts }: TypedForm,
  products: readonly LoanProductTerms[],
): LoanProductTerms | undefined {
  return products.find(({ id }) => String(id) === texts['product_id'])
}

export function isUnregistered({ texts }: TypedForm): boolean {
  return texts['unregistered'] === 'yes'
}

export function materialsFor(
  form: TypedForm,
  products: readonly LoanProductTerms[],
): readonly LoanMaterial[] {
  const materials = chosenProduct(form, products)?.materials ?? MATERIALS_OF_ANY
  return isUnregistered(form) ? materials.filter(({ registeredOnly }) => !registeredOnly) : materials
}

/** Whether the chosen product needs this material; others stay in the draft, and are not sent. */
export function isSentWithLoan(
  material: string,
  form: TypedForm,
  products: readonly LoanProductTerms[],
): boolean {
  return materialsFor(form, products).some(({ name }) => name === material)
}

export function loanProblems(
  form: TypedForm,
  products: readonly LoanProductTerms[],
  agreed: readonly string[],
): Problems {
  const { texts, files } = form
  const { company_name, legal_person, contact, phone, purpose } = loanFields.entries
  const product = chosenProduct(form, products)
  const isChosen = product !== undefined || texts['product_id'] === NO_PRODUCT
  const missing = materialsFor(form, products).filter(
    ({ name, optional }) => !optional && !files.some(({ slot }) => slot === name),
  )
  return onlyProblems({
    product_id: isChosen ? undefined : '请选择贷款产品；暂不选择的，可以选“请本站推荐”',
    amount: amountProblem(texts['amount'], product),
    term_months: monthsProblem(texts['term_months'], product),
    purpose: checkText(purpose, texts['purpose']),
    company_name: checkText(company_name, texts['company_name']),
    credit_code: isUnregistered(form) ? undefined : creditCodeProblem(texts['credit_code'] ?? ''),
    legal_person:
      (texts['legal_person'] ?? '').trim() === ''
        ? `请填写${isUnregistered(form) ? '创业者姓名' : '法定代表人'}`
        : checkText(legal_person.wrapped, texts['legal_person']),
    contact: checkText(contact, texts['contact']),
    phone: checkText(phone, normalizePhone(texts['phone'] ?? '')),
    ...Object.fromEntries(missing.map(({ name }) => [fileField(name), `请提供“${name}”`])),
    agree_true: agreed.includes('agree_true') ? undefined : '请核对后勾选',
    agree_pass: agreed.includes('agree_pass') ? undefined : '不授权就不能转给贷款机构，请阅读后勾选',
  } satisfies FoundIn<LoanText>)
}

function amountProblem(text = '', product: LoanProductTerms | undefined): string | undefined {
  const amount = readTypedNumber(text)
  if (text.trim() === '') return '请填写贷款金额'
  if (amount === undefined) return '请填写金额，例如 50万 或 500000'
  const wrong = checkText(loanFields.entries.amount, amount)
  return wrong ?? (product && amountOutside(Number(amount), product.amount))
}

/** NaN for no number. */
export function readMonths(text = ''): number {
  return Number(readTypedMonths(text) ?? Number.NaN)
}

function monthsProblem(text: string | undefined, product: LoanProductTerms | undefined): string | undefined {
  return monthsOutside(readMonths(text), product?.months ?? { min: 1, max: LOAN_MAX_MONTHS })
}

/** Returns the request, with exactly the parts that the review shows. Only for a form without problems. */
export function toLoan(
  form: TypedForm,
  products: readonly LoanProductTerms[],
): Whole<Omit<v.InferInput<typeof loanFields>, 'product'>, 'product_id'> & { kind: 'loan' } {
  const { texts, files } = form
  const wanted = materialsFor(form, products)
  const product = Number(texts['product_id'] ?? NO_PRODUCT)
  return {
    kind: 'loan',
    ...(product > 0 && { product_id: product }),
    company_name: texts['company_name'] ?? '',
    credit_code: isUnregistered(form) ? null : (texts['credit_code'] ?? ''),
    legal_person: texts['legal_person'] ?? '',
    contact: texts['contact'] ?? '',
    phone: normalizePhone(texts['phone'] ?? ''),
    amount: readTypedNumber(texts['amount'] ?? '') ?? '',
    term_months: readMonths(texts['term_months']),
    purpose: texts['purpose'] ?? '',
    materials: wanted.flatMap(({ name }) =>
      files.flatMap(({ slot, local_name, size, hash_name }) =>
        slot === name && hash_name !== null ? [{ name, local_name, size, hash_name }] : [],
      ),
    ),
    consent: LOAN_CONSENT.version,
  }
}

export function fromLoan(sent: Order): TypedForm | null {
  if (sent.kind !== 'loan') return null
  const { product_id, product, credit_code, term_months, materials, consent, ...texts } = sent.fields
  return {
    texts: {
      ...texts,
      product_id: String(product_id ?? NO_PRODUCT),
      term_months: String(term_months),
      ...(credit_code === null ? { unregistered: 'yes' } : { credit_code }),
    },
    files: materials.map(({ name, ...file }) => ({ ...file, slot: name, pending_id: null })),
  }
}
