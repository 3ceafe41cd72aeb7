/** 贷款申请 as it is read: everything once more before it is sent, and what two versions of it say. */
import { formatNumber } from '../rules/text/format-number.ts'
import { normalizePhone } from '../rules/text/phone.ts'
import { readTypedNumber } from '../rules/text/typed-number.ts'
import {
  chosenProduct,
  isUnregistered,
  type LoanProductTerms,
  materialsFor,
  NO_PRODUCT,
  readMonths,
} from './loan-form.ts'
import type { TypedForm } from './typed-form.ts'

/** What the texts of the form are called. */
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
}

/** One text in words. */
export function shownLoanText(name: string, text: string, products: readonly LoanProductTerms[]): string {
  if (name === 'unregistered') return '尚未注册'
  if (name !== 'product_id') return text
  return text === NO_PRODUCT ? '请平台推荐' : (products.find(({ id }) => String(id) === text)?.title ?? text)
}

interface ReviewPart {
  title: string
  /** Where it is changed; from 1. */
  step: number
  rows: [label: string, text: string][]
}

/** All that is sent, by the step in which it was written. */
export function loanReview(form: TypedForm, products: readonly LoanProductTerms[]): ReviewPart[] {
  const { texts, files } = form
  const product = chosenProduct(form, products)
  const months = readMonths(texts['term_months'])
  const filesOf = (slot: string) =>
    files.filter((file) => file.slot === slot).map(({ local_name }) => local_name)
  return [
    {
      title: '贷款需求',
      step: 1,
      rows: [
        ['产品', product?.title ?? '请平台推荐'],
        ['贷款机构', product?.lender ?? '平台推荐后，再征得您同意'],
        ['金额', `${formatNumber(Number(readTypedNumber(texts['amount'] ?? '') ?? 0))} 元`],
        ['期限', Number.isNaN(months) ? '' : `${months} 个月`],
        ['用途', texts['purpose'] ?? ''],
      ],
    },
    {
      title: '企业信息',
      step: 2,
      rows: [
        ['企业名称', texts['company_name'] ?? ''],
        ['统一社会信用代码', isUnregistered(form) ? '尚未注册' : (texts['credit_code'] ?? '')],
        [isUnregistered(form) ? '创业者姓名' : '法定代表人', texts['legal_person'] ?? ''],
        ['联系人', texts['contact'] ?? ''],
        ['联系电话', normalizePhone(texts['phone'] ?? '')],
      ],
    },
    {
      title: '材料',
      step: 3,
      rows: materialsFor(form, products).map(({ name }) => [name, filesOf(name).join('、') || '没有提供']),
    },
  ]
}
