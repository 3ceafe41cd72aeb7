import { afterEach, beforeEach, expect, test } from 'vitest'
import { NOTHING_NEW } from '../../src/lib/rules/orders/same-content.ts'
import { LOAN } from '../testing/loan.ts'
import {
  CREDIT_CODE,
  gatherParties,
  heldFiles,
  type Parties,
  uploaded,
  WITH_OPERATORS,
} from '../testing/order-parties.ts'
import { CATALOGUE, openPortal } from '../testing/portal.ts'

const PATH = '/customer/api/v1/additional'
const PROVIDER = {
  kind: 'provider',
  category_id: 2,
  company_name: '示例服务有限公司',
  credit_code: CREDIT_CODE,
  services: '知识产权代理',
  regions: ['440100'],
  contact: '李雷',
  phone: '13800000001',
}
const COMPANY = { kind: 'company', company_name: '示例科技有限公司', employees: 30 }

let parties: Parties
let licence: object

beforeEach(async () => {
  parties = await gatherParties(await openPortal(WITH_OPERATORS))
  licence = await uploaded(parties.portal, parties.companyId, 'licence.pdf')
})
afterEach(() => parties.portal.close())

const add = async (body: object) => {
  const own = 'kind' in body && body.kind === 'provider' ? { licence } : {}
  return (await parties.company.post(PATH, { ...own, ...body })).body
}
const list = async (query = '') => (await parties.company.get(PATH + query)).body.result
const decide = (id: number, action: string, note?: string) =>
  parties.operator.put(`/operator/api/v1/additional/${id}`, { action, note })

test.each([
  [LOAN, 'DK', '贷款申请：示例科技有限公司', { credit_code: null, amount: '500000' }],
  [PROVIDER, 'RZ', '服务商入驻申请：示例服务有限公司', { regions: ['440100'], cases: '' }],
  [COMPANY, 'QY', '企业档案认证：示例科技有限公司', { employees: 30, credit_code: null }],
])('an entry is submitted and has a receipt: %j', async (body, prefix, title, fields) => {
  const { code, data } = await add(body)
  expect(code).toBe(200)
  expect(data).toMatchObject({
    kind: body.kind,
    state: 'submitted',
    title,
    fields,
    item_id: null,
    revision: 1,
  })
  expect(data.receipt_no).toBe(`${prefix}20261121-${String(data.id).padStart(6, '0')}`)
  expect(await parties.read(data.id)).toEqual(data)
})

test('a credit code is kept as registered, however it was typed', async () => {
  const { data } = await add({
    ...LOAN,
    credit_code: ' ９１３５０１００-m000 100y43',
    materials: [{ ...licence, name: '营业执照' }],
  })
  expect(data.fields.credit_code).toBe(CREDIT_CODE)
})

test('of a loan it is kept what the product was called and whose it was; what is sent of it counts for nothing', async () => {
  const sent = { ...LOAN, product: { title: '免息贷', lender: '不存在的银行' } }
  const known = await add({ ...sent, product_id: 1 })
  expect(known.data.fields.product).toEqual({ title: '示例经营周转贷', lender: '示例银行一号' })
  expect((await add(sent)).data.fields).not.toHaveProperty('product')
})

test('twenty submissions at once with one client_id are one entry', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => add({ ...LOAN, client_id: 'one-loan' })))
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  expect((await list()).total).toBe(1)
  expect((await add({ ...COMPANY, client_id: 'one-loan' })).data.kind).toBe('company')
})

test('the lists: mine of each kind, and applications for policies only among the orders', async () => {
  const loan = (await add(LOAN)).data.id
  const provider = (await add(PROVIDER)).data.id
  const order = (await parties.submitted()).id
  const ids = (result: { items: { id: number }[] }) => result.items.map(({ id }) => id)
  expect(ids(await list())).toEqual([provider, loan])
  expect(ids(await list('?kind=loan'))).toEqual([loan])
  expect((await parties.company.get(`${PATH}?kind=application`)).body.code).toBe(400)
  expect(ids((await parties.company.get(parties.orders)).body.result)).toEqual([order, provider, loan])
  expect((await parties.stranger.get(PATH)).body.result.total).toBe(0)
})

test('after a request for more, the entry is corrected and submitted again, and its licence exchanged', async () => {
  const files = await Promise.all(
    ['a.pdf', 'b.pdf'].map((name) => uploaded(parties.portal, parties.companyId, name)),
  )
  const { id, fields } = (await add({ ...PROVIDER, licence: files[0] })).data
  expect(fields.licence).toEqual({ ...files[0], size: 10 })
  const again = { ...PROVIDER, company_name: '更名服务有限公司', licence: files[1], poid: id }
  expect(await add(again)).toMatchObject({
    code: 409,
    message: '这份申请已提交，不能再次提交',
    order: { id, state: 'submitted', fields: { company_name: PROVIDER.company_name } },
  })
  expect((await decide(id, 'more', '请上传清晰的营业执照')).body.order.state).toBe('more-needed')
  expect((await add({ ...LOAN, poid: id })).code).toBe(404)
  expect((await parties.stranger.post(PATH, again)).body.code).toBe(404)
  expect((await add(again)).data).toMatchObject({
    id,
    state: 'submitted',
    title: '服务商入驻申请：更名服务有限公司',
    fields: { licence: { local_name: 'b.pdf' } },
  })
  expect(await heldFiles(parties.portal)).toEqual(['b.pdf'])
})

test('permits come with a provider, are held, and exchanged with a correction; six are too many', async () => {
  const [a, b, c] = await Promise.all(
    ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => uploaded(parties.portal, parties.companyId, name)),
  )
  const { id, fields } = (await add({ ...PROVIDER, licence: a, permits: [b] })).data
  expect(fields.permits).toEqual([{ ...b, size: 10 }])
  expect(await heldFiles(parties.portal)).toEqual(['a.pdf', 'b.pdf'])
  await decide(id, 'more', '许可证已过期')
  expect((await add({ ...PROVIDER, licence: a, permits: [c], poid: id })).code).toBe(200)
  expect(await heldFiles(parties.portal)).toEqual(['a.pdf', 'c.pdf'])
  expect(await add({ ...PROVIDER, permits: Array(6).fill(b) })).toMatchObject({
    code: 400,
    message: '许可或资质证书不能超过 5 个文件',
  })
})

test('materials for a loan are held, exchanged with a correction, and their size is the store’s', async () => {
  const [a, b, c] = await Promise.all(
    ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => uploaded(parties.portal, parties.companyId, name)),
  )
  const materials = [
    { ...a, name: '营业执照' },
    { ...b, name: '银行流水' },
  ]
  const { id, fields } = (await add({ ...LOAN, materials })).data
  expect(fields.materials).toEqual(materials.map((file) => ({ ...file, size: 10 })))
  expect(await heldFiles(parties.portal)).toEqual(['a.pdf', 'b.pdf'])
  await decide(id, 'more', '请补充流水')
  const corrected = [
    { ...a, name: '营业执照' },
    { ...c, name: '银行流水' },
    { ...c, name: '其他' },
  ]
  expect((await add({ ...LOAN, materials: corrected, poid: id })).code).toBe(200)
  expect(await heldFiles(parties.portal)).toEqual(['a.pdf', 'c.pdf'])
  const theirs = await uploaded(parties.portal, 1, 'theirs.pdf')
  expect((await add({ ...LOAN, materials: [{ ...theirs, name: '营业执照' }] })).code).toBe(404)
})

test('of twenty corrections at once one is taken, and holds its licence', async () => {
  const { id } = (await add(PROVIDER)).data
  await decide(id, 'more', '请上传清晰的营业执照')
  const licence = await uploaded(parties.portal, parties.companyId, 'a.pdf')
  const answers = await Promise.all(Array.from({ length: 20 }, () => add({ ...PROVIDER, licence, poid: id })))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(19).fill(409)])
  expect(await heldFiles(parties.portal)).toEqual(['a.pdf'])
})

test('a licence that is not in the store, or is of another company: none', async () => {
  const theirs = await uploaded(parties.portal, 1, 'theirs.pdf')
  const missing = { ...theirs, hash_name: `companies/${parties.companyId}/${'m'.repeat(22)}/a.pdf` }
  for (const licence of [theirs, missing]) expect((await add({ ...PROVIDER, licence })).code).toBe(404)
  expect((await list()).total).toBe(0)
})

test('an entry is withdrawn like an order; its content is changed on its own page only', async () => {
  const entry = (await add(LOAN)).data
  await decide(entry.id, 'more', '请补充材料')
  const asked = await parties.read(entry.id)
  expect((await parties.change(asked, 'answer', { fields: { contact: '李雷' } })).body.code).toBe(400)
  const answered = (await parties.change(asked, 'answer', { note: '材料已上传' })).body.order
  expect(answered).toMatchObject({ state: 'submitted', fields: { amount: '500000' } })
  expect((await parties.change(answered, 'withdraw')).body.order.state).toBe('withdrawn')
  expect((await decide(entry.id, 'approve')).body).toEqual({
    code: 409,
    message: '申请的状态为“已撤回”，不能改为“审核通过”',
  })
})

test.each([
  [{ ...LOAN, kind: 'grant' }, '请选择申请的种类'],
  [{ ...LOAN, amount: '0' }, '贷款金额应大于 0'],
  [{ ...LOAN, amount: '1.234' }, '金额应为数字（元），最多两位小数'],
  [{ ...LOAN, term_months: 0 }, '贷款期限至少 1 个月'],
  [{ ...LOAN, consent: '2020-01-01' }, '请先阅读并同意授权书'],
  [{ ...LOAN, contact: undefined }, '请填写完整的申请内容'],
  [{ ...LOAN, phone: '12345' }, '请输入正确的手机号'],
  [{ ...LOAN, credit_code: '91350100M000100Y44' }, '统一社会信用代码不正确，请检查是否有误'],
  [{ ...PROVIDER, credit_code: null }, '请填写统一社会信用代码'],
  [{ ...PROVIDER, regions: [] }, '请选择服务地区'],
  [{ ...PROVIDER, regions: ['44'] }, '服务地区不正确'],
  [{ ...COMPANY, founded_on: '昨天' }, '成立日期不正确'],
  [{ ...LOAN, product_id: 404 }, '这个贷款产品已经下架，请重新选择'],
  [{ ...LOAN, product_id: 1, amount: '99999.99' }, '这个产品的额度是 100,000 至 3,000,000 元'],
  [{ ...LOAN, product_id: 1, amount: '999999999999' }, '这个产品的额度是 100,000 至 3,000,000 元'],
  [{ ...LOAN, product_id: 1, term_months: 2 }, '请填写 3 至 36 之间的整月数'],
  [{ ...LOAN, product_id: 1, term_months: 37 }, '请填写 3 至 36 之间的整月数'],
  [{ ...LOAN, legal_person: ' ' }, '请填写创业者姓名'],
  [{ ...LOAN, credit_code: CREDIT_CODE, legal_person: undefined }, '请填写法定代表人'],
  [{ ...LOAN, credit_code: CREDIT_CODE }, '请上传贷款材料'],
  [{ ...PROVIDER, category_id: undefined }, '请选择服务类别'],
  [{ ...PROVIDER, category_id: 9999 }, '这个服务类别已经停用，请重新选择'],
  [{ ...PROVIDER, licence: undefined }, '请上传营业执照'],
])('%j is refused: %s', async (body, message) => {
  expect(await add(body)).toEqual({ code: 400, message })
})

test('of twenty provider applications at once one is taken, and the next only when that one is over', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => add({ ...PROVIDER, client_id: `provider-${index}` })),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(19).fill(409)])
  const [{ id, receipt_no }] = (await list('?kind=provider')).items
  const waiting = {
    code: 409,
    message: `贵企业已有一份入驻申请正在办理（${receipt_no}）。如需修改，请先在“我的申报订单”中撤回`,
  }
  expect(await add(PROVIDER)).toEqual(waiting)
  await decide(id, 'more', '请补充资料')
  expect(await add(PROVIDER)).toEqual(waiting)
  parties.portal.clock.ms += 1000
  expect(await add({ ...PROVIDER, poid: id }), 'as it was').toEqual({ code: 400, message: NOTHING_NEW })
  expect((await add({ ...PROVIDER, services: '记账报税', poid: id })).code).toBe(200)
  expect((await add(LOAN)).code).toBe(200)
  await decide(id, 'refuse', '资料不符')
  expect((await add(PROVIDER)).code).toBe(200)
})

test('what the form refuses is refused of a correction, too, and the entry stays as it was', async () => {
  const loan = (await add(LOAN)).data
  await decide(loan.id, 'more', '请改金额')
  const asked = await parties.read(loan.id)
  expect(await add({ ...LOAN, product_id: 1, amount: '1', poid: loan.id })).toMatchObject({ code: 400 })
  const provider = (await add(PROVIDER)).data
  await decide(provider.id, 'more', '请换类别')
  await parties.portal.db.updateTable('provider_categories').set({ hidden: 1 }).where('id', '=', 2).execute()
  expect(await add({ ...PROVIDER, poid: provider.id })).toMatchObject({ code: 400 })
  expect(await parties.read(loan.id)).toEqual(asked)
})

test('within the terms of a product of which an earlier build says nothing', async () => {
  parties.portal.built.catalogue = { ...CATALOGUE, loans: [{ id: 1, title: '旧产品', lender: '示例银行' }] }
  expect((await add({ ...LOAN, product_id: 1, amount: '1' })).code).toBe(200)
})
