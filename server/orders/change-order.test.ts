import { expect, test } from 'vitest'
import { NOTHING_NEW } from '../../src/lib/rules/orders/same-content.ts'
import { openPartiesForEach, parties } from '../testing/for-each.ts'
import { COMPLETE, uploaded } from '../testing/order-parties.ts'

openPartiesForEach()

const statesOf = (order: { events: { state: string }[] }) => order.events.map(({ state }) => state)

test('twenty submissions of one draft at once: one is done, the others are told how it is by now', async () => {
  const order = await parties.draft(COMPLETE)
  const answers = await Promise.all(Array.from({ length: 20 }, () => parties.change(order, 'submit')))
  const codes = answers.map(({ body }) => body.code).sort()
  expect(codes).toEqual([200, ...Array(19).fill(409)])
  for (const { body } of answers) expect(body.order).toMatchObject({ state: 'submitted', revision: 2 })
  expect(statesOf(await parties.read(order.id))).toEqual(['draft', 'submitted'])
})

test('a stale draft is not written over the newer one, which comes back', async () => {
  const order = await parties.draft()
  await parties.change(order, 'save', { fields: { contact: '韩梅梅' } })
  const late = await parties.change(order, 'save', { fields: { contact: '李雷' } })
  expect(late.body).toMatchObject({
    code: 409,
    message: '这份申请已在别处修改，请查看最新内容',
    order: { revision: 2, fields: { contact: '韩梅梅' } },
  })
})

test('what was asked for is answered with a note, also after the closing day', async () => {
  const { id } = await parties.submitted()
  await parties.move(id, 'reviewing')
  await parties.move(id, 'more-needed', '请补充审计报告')
  const asked = await parties.read(id)
  expect(asked.events.at(-1)).toMatchObject({
    state: 'more-needed',
    by: '运营人员3',
    note: '请补充审计报告',
  })
  expect((await parties.change(asked, 'answer', { fields: { contact: '' } })).body.code).toBe(400)
  const answered = (await parties.change(asked, 'answer', { note: '已上传' })).body.order
  expect(answered).toMatchObject({
    state: 'submitted',
    receipt_no: asked.receipt_no,
    gmt_submit: asked.gmt_submit,
  })
  expect(answered.events.at(-1)).toMatchObject({ by: '企业用户2', note: '已上传' })
})

test('an answer that brings nothing new is refused; a note, a change or a file makes it one', async () => {
  const asked = async () => {
    const { id } = await parties.submitted()
    await parties.move(id, 'reviewing')
    parties.portal.clock.ms += 1000
    await parties.move(id, 'more-needed', '请补充审计报告')
    return parties.read(id)
  }
  const order = await asked()
  const refused = { code: 400, message: NOTHING_NEW }
  expect((await parties.change(order, 'answer')).body).toEqual(refused)
  expect((await parties.change(order, 'answer', { fields: COMPLETE })).body).toEqual(refused)
  const changed = { fields: { ...COMPLETE, amount: '5000' } }
  expect((await parties.change(order, 'answer', changed)).body.code).toBe(200)
  const other = await asked()
  const file = await uploaded(parties.portal, parties.companyId, '审计报告.pdf')
  await parties.company.post('/startup/api/v1/company/service/files', { order_id: other.id, ...file })
  expect((await parties.change(await parties.read(other.id), 'answer')).body.code).toBe(200)
})

test.each([
  ['submit', '提交'],
  ['save', '保存'],
  ['answer', '补充'],
])('a submitted order takes no %s', async (action, name) => {
  const order = await parties.submitted()
  const { body } = await parties.change(order, action, { fields: COMPLETE })
  expect(body).toMatchObject({
    code: 409,
    message: `这份申请已提交，不能${name}`,
    order: { revision: order.revision },
  })
})

test('each change is told by the bell, once, with number and note, and leads to the order', async () => {
  const draft = await parties.draft(COMPLETE)
  const submitted = (await parties.change(draft, 'submit')).body.order
  await parties.change(draft, 'submit')
  await parties.move(draft.id, 'reviewing')
  await parties.move(draft.id, 'more-needed', '请补充审计报告')
  await parties.change(await parties.read(draft.id), 'answer', { note: '已上传' })
  for (const state of ['reviewing', 'approved', 'publicity', 'paid']) await parties.move(draft.id, state)
  const { items } = (await parties.company.get('/customer/api/v1/message')).body.result
  const told = items.filter((item: { application_id: number | null }) => item.application_id === draft.id)
  const which = `您的申请《科技创新券》（${submitted.receipt_no}）状态更新为`
  expect(told.map(({ message }: { message: string }) => message).reverse()).toEqual([
    `${which}“已提交”。`,
    `${which}“审核中”。`,
    `${which}“待补充材料”。说明：请补充审计报告`,
    `${which}“已提交”。说明：已上传`,
    `${which}“审核中”。`,
    `${which}“审核通过”。`,
    `${which}“公示中”。`,
    `${which}“已兑现”。`,
  ])
  for (const { category } of told) expect(category).toBe('application')
})

test('withdrawn is the end', async () => {
  const order = (await parties.change(await parties.submitted(), 'withdraw', { note: '另行申报' })).body.order
  expect(order.events.at(-1)).toMatchObject({ state: 'withdrawn', note: '另行申报' })
  for (const action of ['save', 'submit', 'answer', 'withdraw'])
    expect((await parties.change(order, action, { fields: COMPLETE })).body.code).toBe(409)
})

test('of a withdrawal and a step of an operator at once, one is done', async () => {
  const order = await parties.submitted()
  const answers = await Promise.all([parties.change(order, 'withdraw'), parties.move(order.id, 'reviewing')])
  expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 409])
  expect((await parties.read(order.id)).events).toHaveLength(3)
})

test.each([0, -1, 1.5, 2 ** 31, '1', null])('revision %j: code 400', async (revision) => {
  const order = await parties.draft()
  expect(
    (await parties.company.put(`${parties.orders}/${order.id}`, { action: 'save', revision })).body.code,
  ).toBe(400)
})
