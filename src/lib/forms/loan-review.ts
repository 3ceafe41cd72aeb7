/** 贷款申请 as read: the review before it is sent, and the comparison of two versions. */
import { formatNumber } from '../rules/text/format-number.ts'
import { normalizePhone } from '../rules/text/phone.ts'
import { readTypedNumber } from '../rules/text/typed-number.ts'
import {
  chosenProduct,
  isUnregistered,
  LOAN_STEPS,
  type LoanProductTerms,
  type LoanText,
  materialsFor,
  NO_PRODUCT,
  readMonths,
  stepOfLoanField,
} from './loan-form.ts'
import type { TypedForm } from './typed-form.ts'

export const LOAN_LABELS = {
  product_id: '贷款产品',
  amount: '贷款金额',
  term_months: '期限',
  purpose: '贷款用途',
  company_name: '企业名称',
  unregistered: '登记情况',
  credit_code: '统一社会信用代码',
  legal_person: '法定代表人',
  contact: '联系人',
  phone: '联系电话',
} satisfies Record<LoanText | 'unregistered', string>

export function shownLoanText(name: string, text: string, products: readonly LoanProductTerms[]): string {
  if (name === 'unregistered') return '尚未注册'
  if (name !== 'product_id') return text
  return text === NO_PRODUCT ? '请本站推荐' : (products.find(({ id }) => String(id) === text)?.title ?? text)
}

type ReviewRow = [label: string, text: string]

interface ReviewPart {
  title: string
  step: number
  rows: ReviewRow[]
}

export function loanReview(form: TypedForm, products: readonly LoanProductTerms[]): ReviewPart[] {
  const filesOf = (slot: string) =>
    form.files.filter((file) => file.slot === slot).map(({ local_name }) => local_name)
  const typed = Object.entries(rowsOfTexts(form, products))
  const typedIn = (step: number) =>
    typed.flatMap(([name, rows]) => (stepOfLoanField(name) === step ? rows : []))
  const files = materialsFor(form, products).map(
    ({ name }): ReviewRow => [name, filesOf(name).join('、') || '没有提供'],
  )
  const [need, company, materials] = LOAN_STEPS
  return [
    { title: need, step: 1, rows: typedIn(1) },
    { title: company, step: 2, rows: typedIn(2) },
    { title: materials, step: 3, rows: files },
  ]
}

function rowsOfTexts(form: TypedForm, products: readonly LoanProductTerms[]): Record<LoanText, ReviewRow[]> {
  const { texts } = form
  const product = chosenProduct(form, products)
  const months = readMonths(texts['term_months'])
  const isFounder = isUnregistered(form)
  return {
    product_id: [
      ['产品', product?.title ?? '请本站推荐'],
      ['贷款机构', product?.lender ?? '本站推荐后，再征得您同意'],
    ],
    amount: [['金额', `${formatNumber(Number(readTypedNumber(texts['amount'] ?? '') ?? 0))} 元`]],
    term_months: [['期限', Number.isNaN(months) ? '' : `${months} 个月`]],
    purpose: [['用途', texts['purpose'] ?? '']],
    company_name: [['企业名称', texts['company_name'] ?? '']],
    credit_code: [['统一社会信用代码', isFounder ? '尚未注册' : (texts['credit_code'] ?? '')]],
    legal_person: [[isFounder ? '创业者姓名' : '法定代表人', texts['legal_person'] ?? '']],
    contact: [['联系人', texts['contact'] ?? '']],
    phone: [['联系电话', normalizePhone(texts['phone'] ?? '')]],
  }
}
