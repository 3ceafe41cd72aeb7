import * as v from 'valibot'
import { expect, test } from 'vitest'
import { addAdditional } from '../contract/orders/additional.ts'
import type { Order } from '../contract/orders/order.ts'
import {
  fromProvider,
  LICENCE_SLOT,
  PERMIT_SLOT,
  providerProblems,
  regionsOf,
  toProvider,
} from './provider-form.ts'
import type { TypedForm } from './typed-form.ts'

const TEXTS = {
  category_id: '2',
  company_name: '示例服务有限公司',
  credit_code: '９１３５０１００m000100y43',
  services: '代理记账，每月 300 元\n研发费用归集',
  regions: '440100,310000',
  cases: '',
  contact: '李雷',
  phone: '＋86 138-0000-0001',
}
const KEY = `companies/1/${'u'.repeat(22)}/执照.pdf`
const LICENCE = { slot: LICENCE_SLOT, local_name: '执照.pdf', size: 3, hash_name: KEY, pending_id: null }
const AGREED = ['agree_rules']

function form(texts: Record<string, string> = {}, files: TypedForm['files'] = [LICENCE]): TypedForm {
  return { texts: { ...TEXTS, ...texts }, files }
}

test('a form in typed notation has no problems, and the server accepts it', () => {
  expect(providerProblems(form(), AGREED, [1, 2])).toEqual({})
  const { success, output } = v.safeParse(addAdditional.body, toProvider(form()))
  expect(success).toBe(true)
  expect(output).toMatchObject({
    kind: 'provider',
    category_id: 2,
    credit_code: '91350100M000100Y43',
    regions: ['440100', '310000'],
    phone: '13800000001',
    licence: { local_name: '执照.pdf', hash_name: KEY, size: 3 },
  })
})

test.each([
  ['category_id', '', '请选择服务类别'],
  ['category_id', '9', '请选择服务类别'],
  ['company_name', '  ', '请填写企业名称'],
  ['company_name', '长'.repeat(101), '企业名称不能超过 100 个字'],
  ['credit_code', '', '请填写统一社会信用代码'],
  ['credit_code', '91350100M000100Y44', '最后一位校验不符：按前 17 位应为“3”，现在是“4”，请逐位核对'],
  ['services', '', '请填写服务内容'],
  ['regions', '', '请至少添加一个服务地区'],
  ['regions', '440100,'.repeat(51), '服务地区不能超过 50 个'],
  ['cases', '长'.repeat(5001), '服务案例不能超过 5000 个字'],
  ['contact', '', '请填写联系人'],
])('“%s” as %j is said at the field', (name, text, problem) =>
  expect(providerProblems(form({ [name]: text }), AGREED, [1, 2])).toEqual({ [name]: problem }),
)

test('without a licence, and without the consent, it says where', () => {
  expect(providerProblems(form({}, []), [])).toEqual({
    [`file:${LICENCE_SLOT}`]: '请上传营业执照',
    agree_rules: '请阅读后勾选',
  })
})

test('an application that was sent comes back as it was typed, to be corrected', () => {
  const { kind, ...fields } = v.parse(addAdditional.body, toProvider(form())) as { kind: 'provider' }
  const again = fromProvider({ kind, fields } as Order)
  expect(again?.texts).toMatchObject({ ...TEXTS, credit_code: '91350100M000100Y43', phone: '13800000001' })
  expect(again?.files).toEqual([LICENCE])
  expect(again && regionsOf(again)).toEqual(['440100', '310000'])
  expect(providerProblems(again ?? form({}, []), AGREED)).toEqual({})
})

test('permits are sent too, come back too, and are five at most', () => {
  const permit = (index: number) => ({
    ...LICENCE,
    slot: PERMIT_SLOT,
    hash_name: KEY.replace('执照', `证${index}`),
  })
  const files = [LICENCE, permit(1), { ...permit(2), hash_name: null, pending_id: 'h' }, permit(3)]
  const { kind, ...fields } = v.parse(addAdditional.body, toProvider(form({}, files))) as { kind: 'provider' }
  expect(fromProvider({ kind, fields } as Order)?.files).toEqual([LICENCE, permit(1), permit(3)])
  const many = Array.from({ length: 6 }, (_, index) => permit(index))
  expect(providerProblems(form({}, [LICENCE, ...many]), AGREED)).toEqual({
    [`file:${PERMIT_SLOT}`]: '不能超过 5 个文件',
  })
})
