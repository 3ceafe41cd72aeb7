import { expect, test } from 'vitest'
import { loanProblems, stepOfLoanField, toLoan } from './loan-form.ts'
import type { TypedForm } from './typed-form.ts'

const PRODUCT = {
  id: 1,
  title: '示例',
  lender: '示例银行一号',
  amount: { min: 100_000, max: 3_000_000 },
  months: { min: 3, max: 36 },
  materials: [{ name: '营业执照', registeredOnly: true }],
}
const TEXTS = {
  product_id: '1',
  amount: '５０万',
  term_months: '１２个月',
  purpose: '购买设备',
  company_name: '示例公司',
  credit_code: '91350100m000100y43',
  legal_person: '韩梅梅',
  contact: '李雷',
  phone: '+86 138-0000-0001',
}
const FILE = { slot: '营业执照', local_name: 'a.pdf', size: 3, hash_name: 'k', pending_id: null }
const AGREED = ['agree_true', 'agree_pass']

function form(texts: Record<string, string> = {}, files: TypedForm['files'] = [FILE]): TypedForm {
  return { texts: { ...TEXTS, ...texts }, files }
}

test('a form in typed notation has no problems, and shows what was understood', () => {
  expect(loanProblems(form(), [PRODUCT], AGREED)).toEqual({})
  expect(toLoan(form(), [PRODUCT])).toMatchObject({
    product_id: 1,
    amount: '500000',
    term_months: 12,
    phone: '13800000001',
    materials: [{ name: '营业执照', hash_name: 'k' }],
  })
})

test.each([
  ['product_id', '', '请选择贷款产品；暂不选择的，可以选“请本站推荐”'],
  ['product_id', '99', '请选择贷款产品；暂不选择的，可以选“请本站推荐”'],
  ['amount', '', '请填写贷款金额'],
  ['amount', '很多', '请填写金额，例如 50万 或 500000'],
  ['amount', '5', '这个产品的额度是 100,000 至 3,000,000 元'],
  ['amount', '200000.123', '金额应为数字（元），最多两位小数'],
  ['term_months', '0', '请填写 3 至 36 之间的整月数'],
  ['term_months', '12.5', '请填写 3 至 36 之间的整月数'],
  ['term_months', '一年', '请填写 3 至 36 之间的整月数'],
  ['purpose', ' ', '请填写贷款用途'],
  ['company_name', '', '请填写企业名称'],
  ['credit_code', '', '请填写统一社会信用代码'],
  ['credit_code', '9135', '统一社会信用代码是 18 位，还差 14 位'],
  [
    'credit_code',
    '91350100M000100O43',
    '第 16 位“O”不会出现在统一社会信用代码里（不用字母 I、O、S、V、Z），请核对',
  ],
  ['credit_code', '91350100M000100Y44', '最后一位校验不符：按前 17 位应为“3”，现在是“4”，请逐位核对'],
  ['legal_person', '', '请填写法定代表人'],
  ['contact', '', '请填写联系人'],
  ['phone', '1380000', '请输入正确的手机号'],
  ['phone', '138000000012', '请输入正确的手机号'],
])('%s %j: %s', (name, text, problem) => {
  const problems = loanProblems(form({ [name]: text }), [PRODUCT], AGREED)
  expect(Object.entries(problems)[0]).toEqual([name, problem])
})

test('what is missing is said where it is asked for: a file in step 3, a consent in step 4', () => {
  const problems = loanProblems(form({}, []), [PRODUCT], [])
  expect(problems).toMatchObject({ 'file:营业执照': '请提供“营业执照”' })
  expect(Object.keys(problems).map(stepOfLoanField)).toEqual([3, 4, 4])
})

test('what was brought for another product, or before one was a founder, is not sent', () => {
  const other = { ...FILE, slot: '不动产权证书', hash_name: 'other' }
  const namesOf = (typed: TypedForm) => {
    const body = toLoan(typed, [PRODUCT])
    return body.kind === 'loan' ? body.materials?.map(({ name }) => name) : undefined
  }
  expect(namesOf(form({}, [FILE, other]))).toEqual(['营业执照'])
  expect(namesOf(form({ unregistered: 'yes' }, [FILE, other]))).toEqual([])
})
