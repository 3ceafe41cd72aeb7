import { expect, test } from 'vitest'
import { toLoan } from './loan-form.ts'
import { LOAN_LABELS, loanReview, shownLoanText } from './loan-review.ts'

const PRODUCT = {
  id: 1,
  title: '示例经营周转贷',
  lender: '示例银行一号',
  amount: { min: 100_000, max: 3_000_000 },
  months: { min: 3, max: 36 },
  materials: [
    { name: '营业执照', registeredOnly: true },
    { name: '报关单', optional: true },
  ],
}
const file = (slot: string) => ({
  slot,
  local_name: `${slot}.pdf`,
  size: 3,
  hash_name: slot,
  pending_id: null,
})
const TEXTS = { product_id: '1', amount: '５０万', term_months: '12', credit_code: '91350100M000100Y43' }

function rowsOf(texts: Record<string, string>, slots: readonly string[] = []): Record<string, string> {
  const form = { texts, files: slots.map(file) }
  return Object.fromEntries(loanReview(form, [PRODUCT]).flatMap(({ rows }) => rows))
}

test('the review names the lender that receives everything, or that none is named yet', () => {
  expect(rowsOf(TEXTS)).toMatchObject({
    产品: '示例经营周转贷',
    贷款机构: '示例银行一号',
    金额: '500,000 元',
  })
  expect(rowsOf({ ...TEXTS, product_id: '0' })).toMatchObject({ 贷款机构: '本站推荐后，再征得您同意' })
})

test('every sent file is in the review, and omitted ones are named', () => {
  const slots = ['营业执照', '不动产权证书']
  const body = toLoan({ texts: TEXTS, files: slots.map(file) }, [PRODUCT])
  const sent = body.kind === 'loan' ? (body.materials ?? []) : []
  const rows = rowsOf(TEXTS, slots)
  expect(sent.map(({ local_name }) => local_name)).toEqual(['营业执照.pdf'])
  expect(rows).toMatchObject({ 营业执照: '营业执照.pdf', 报关单: '没有提供' })
  expect(rows).not.toHaveProperty('不动产权证书')
})

test('two versions that differ only in being registered have something to compare', () => {
  expect(LOAN_LABELS).toHaveProperty('unregistered')
  expect(shownLoanText('unregistered', 'yes', [PRODUCT])).toBe('尚未注册')
  expect(shownLoanText('product_id', '1', [PRODUCT])).toBe('示例经营周转贷')
  expect(shownLoanText('product_id', '0', [PRODUCT])).toBe('请本站推荐')
  expect(shownLoanText('amount', '5', [PRODUCT])).toBe('5')
})
