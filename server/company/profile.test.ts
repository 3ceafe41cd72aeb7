import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'

const PROFILE = '/customer/api/v1/company/profile'
const QUESTIONS = '/customer/api/v1/fixed/question'
/** Check character by GB 32100-2015; the organisation is invented. */
const CREDIT_CODE = '91440101MA5ABCDE0J'

let portal: TestPortal
let company: Browser

beforeEach(async () => {
  portal = await openPortal()
  company = await portal.loggedIn('13800000001')
})
afterEach(() => portal.close())

const put = (body: object) => company.put(PROFILE, body)
const answerOf = (questions: { key: string; answer: unknown }[], key: string) =>
  questions.find((question) => question.key === key)?.answer

test('a new company has a name and nothing else', async () => {
  const { body } = await company.get(PROFILE)
  expect(body.profile).toEqual({
    name: '企业用户2',
    credit_code: '',
    legal_person: '',
    address: '',
    contact: '',
    phone: '',
    sizes: ['micro', 'small', 'medium', 'large'],
  })
  expect(body.questions.map(({ key }: { key: string }) => key)).toEqual([
    'kind',
    'region',
    'industry',
    'founded_on',
    'employees',
    'revenue',
    'assets',
    'taxpayer',
  ])
})

test('what is sent is kept, what is left out stays, what is empty goes', async () => {
  await put({ name: ' 示例科技有限公司 ', legal_person: '李雷', contact: '韩梅梅', phone: '13800000009' })
  const { body } = await put({
    credit_code: CREDIT_CODE.toLowerCase().replace('440101', ' 440101-'),
    contact: '',
  })
  expect(body).toMatchObject({
    code: 200,
    profile: {
      name: '示例科技有限公司',
      credit_code: CREDIT_CODE,
      legal_person: '李雷',
      contact: '',
      phone: '13800000009',
    },
    hints: [],
  })
  expect((await put({ credit_code: '' })).body.profile.credit_code).toBe('')
  expect((await company.get('/customer/api/v1/login')).body.data.company_name).toBe('示例科技有限公司')
})

test('profile and questionnaire feed each other', async () => {
  await company.post(QUESTIONS, { answers: [{ id: 5, value: 12 }] })
  expect(answerOf((await company.get(PROFILE)).body.questions, 'employees')).toBe(12)
  const { body } = await put({
    answers: [
      { id: 2, value: '440106' },
      { id: 3, value: 'I65' },
    ],
  })
  expect(answerOf(body.questions, 'region')).toBe('440106')
  const { items } = (await company.get(QUESTIONS)).body.result
  expect(answerOf(items, 'region')).toBe('440106')
  expect(answerOf(items, 'employees')).toBe(12)
  expect(body.profile.sizes).not.toContain('large')
})

test('an answer that cannot be taken is named, and nothing of it all is kept', async () => {
  const { body } = await put({ name: '新名称', answers: [{ id: 4, value: '2030-01-01' }] })
  expect(body.code).toBe(400)
  expect(body.problems).toMatchObject([{ id: 4 }])
  expect((await company.get(PROFILE)).body.profile.name).toBe('企业用户2')
})

test.each([
  [{ credit_code: '91440101MA5ABCDE0X' }, '最后一位校验不符：按前 17 位应为“J”，现在是“X”，请逐位核对'],
  [{ credit_code: '1'.repeat(61) }, '统一社会信用代码应为 18 位'],
  [{ name: ' ' }, '请填写企业名称'],
  [{ name: 'a\u0000' }, '企业名称含有不能使用的字符'],
  [{ phone: '12345' }, '请输入正确的手机号'],
])('%j is refused: %s', async (body, message) => {
  expect((await put(body)).body).toEqual({ code: 400, message })
})
