import { expect, test } from 'vitest'
import { openPartiesForEach, parties } from '../testing/for-each.ts'
import { COMPLETE, heldFiles, uploaded } from '../testing/order-parties.ts'
import { decide } from './decide.ts'
import { findOwnOrder } from './order-rows.ts'

const PATH = '/operator/api/v1/orders'
const PROFILE = { kind: 'company', company_name: '示例科技有限公司' }

openPartiesForEach()

const list = async (query = '', path = PATH) => (await parties.operator.get(path + query)).body.result
const ids = (result: { items: { id: number }[] }) => result.items.map(({ id }) => id)
const take = (id: number, browser = parties.operator) => browser.put(`${PATH}/${id}`, { act: 'take' })
/** Results of the operators' steps; the company also gets messages about its own submissions. */
const bell = async () => {
  const { items } = (await parties.company.get('/customer/api/v1/message')).body.result
  return items.filter(
    ({ category, message }: { category: string; message: string }) =>
      category === 'application' && !message.endsWith('“已提交”。'),
  )
}

test('an order is taken, goes the whole way, and every step rings the bell', async () => {
  const { id, receipt_no } = await parties.submitted()
  const taken = (await take(id)).body
  expect(taken).toMatchObject({
    order: { state: 'reviewing', operator: '运营人员3', fields: { phone: '13800000001' } },
    company: { id: parties.companyId, name: '企业用户2' },
  })
  for (const state of ['approved', 'publicity', 'paid']) await parties.move(id, state, `${state}的说明`)
  const { events, state } = await parties.read(id)
  expect(state).toBe('paid')
  expect(events.map((event: { state: string; note: string }) => [event.state, event.note])).toEqual([
    ['draft', ''],
    ['submitted', ''],
    ['reviewing', ''],
    ['approved', 'approved的说明'],
    ['publicity', 'publicity的说明'],
    ['paid', 'paid的说明'],
  ])
  const messages = await bell()
  expect(messages).toHaveLength(4)
  expect(messages[0]).toMatchObject({
    application_id: id,
    platform_policy_id: null,
    message: `您的申请《科技创新券》（${receipt_no}）状态更新为“已兑现”。说明：paid的说明`,
  })
})

test('of two who take an order at once, one has it in the end, and the company hears it once', async () => {
  const { id } = await parties.submitted()
  const answers = await Promise.all([take(id), take(id, parties.colleague)])
  const codes = answers.map(({ body }) => body.code).sort()
  // The second either fails, or came so late that it took the order over.
  expect([
    [200, 200],
    [200, 409],
  ]).toContainEqual(codes)
  expect(await bell()).toHaveLength(1)
})

test('whoever decides on what he saw before somebody else did hears the state that it has now', async () => {
  await parties.submitted()
  const { db } = parties.portal
  const seen = await findOwnOrder(db, parties.companyId, (await parties.submitted()).id)
  const approved = await parties.submitted()
  for (const state of ['reviewing', 'approved']) await parties.move(approved.id, state)
  await take(seen.id)
  const services = { db, now: () => parties.portal.clock.ms }
  const operator = { id: seen.customer_id, name: '运营人员4' }
  await expect(decide(services, operator, seen, { state: 'reviewing' })).rejects.toMatchObject({
    code: 409,
    message: '这份申请刚被他人处理，现在为“审核中”',
  })
})

test('another operator may take an order over, and the company hears nothing', async () => {
  const { id } = await parties.submitted()
  const { operator: former, events } = (await take(id)).body.order
  const { order } = (await take(id, parties.colleague)).body
  expect(order.state).toBe('reviewing')
  expect(order.operator).not.toBe(former)
  expect(order.events).toEqual([
    ...events,
    expect.objectContaining({ state: 'reviewing', by: order.operator, note: `由${order.operator}继续受理` }),
  ])
  expect(await bell()).toHaveLength(1)
})

test('only who has taken an order leads it on', async () => {
  const { id } = await parties.submitted()
  const { operator: name } = (await take(id)).body.order
  const refused = await parties.move(id, 'approved', '说明', parties.colleague)
  expect(refused.body).toEqual({ code: 409, message: `这份申请由${name}受理，请先转为由您受理` })
  expect((await parties.read(id)).state).toBe('reviewing')
  await take(id, parties.colleague)
  expect((await parties.move(id, 'approved', '说明')).body.code).toBe(409)
  expect((await parties.move(id, 'approved', '说明', parties.colleague)).body.code).toBe(200)
  await parties.move(id, 'publicity', undefined, parties.colleague)
  await parties.move(id, 'paid', undefined, parties.colleague)
  expect((await take(id)).body).toEqual({ code: 409, message: '这份申请已兑现，不再变更受理人员' })
})

test('an order that comes back is taken again by whom it belongs to', async () => {
  const { id } = await parties.submitted()
  await take(id)
  await parties.move(id, 'more-needed', '请补充材料')
  await parties.change(await parties.read(id), 'answer', { note: '已补充' })
  expect((await take(id)).body.order).toMatchObject({ state: 'reviewing', operator: '运营人员3' })
})

test('of twenty decisions at once one is made', async () => {
  const { id } = await parties.submitted()
  await take(id)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => parties.move(id, index % 2 ? 'approved' : 'rejected', '说明')),
  )
  expect(answers.map(({ body }) => body.code).sort()).toEqual([200, ...Array(19).fill(409)])
  expect((await parties.read(id)).events).toHaveLength(4)
  expect(await bell()).toHaveLength(2)
})

test('a step that does not lead there is refused with both names', async () => {
  const { id } = await parties.submitted()
  const answer = await parties.move(id, 'paid')
  expect(answer.body).toEqual({ code: 409, message: '申请的状态为“已提交”，不能改为“已兑现”' })
  await take(id)
  for (const state of ['draft', 'submitted', 'withdrawn', 'reviewing', 'publicity'])
    expect((await parties.move(id, state)).body.code).toBe(409)
  expect(await bell()).toHaveLength(1)
})

test.each(['more-needed', 'rejected'])('%s needs a note', async (state) => {
  const { id } = await parties.submitted()
  await take(id)
  expect((await parties.move(id, state)).body).toEqual({ code: 400, message: '请填写说明' })
  expect((await parties.move(id, state, ' ')).body).toEqual({ code: 400, message: '请填写说明' })
  expect((await parties.move(id, 'lost')).body.code).toBe(400)
})

test('a draft is invisible to operators, also after it was withdrawn', async () => {
  const draft = await parties.draft()
  const withdrawn = (await parties.change(await parties.draft(), 'withdraw')).body.order
  for (const { id } of [draft, withdrawn]) {
    const answers = [
      await parties.operator.get(`${PATH}/${id}`),
      await take(id),
      await parties.move(id, 'reviewing'),
    ]
    for (const { body } of answers) expect(body).toEqual({ code: 404, message: '没有找到这份申请' })
  }
  expect(await list()).toEqual({ items: [], total: 0, pages: 0, page: 1 })
})

test('the list is filtered by state, kind and text; signs of patterns are text', async () => {
  const order = await parties.submitted()
  const entry = (await parties.company.post('/customer/api/v1/additional', PROFILE)).body.data
  await take(order.id)
  expect(ids(await list())).toEqual([entry.id, order.id])
  expect(ids(await list('?state=reviewing'))).toEqual([order.id])
  expect(ids(await list('?kind=company'))).toEqual([entry.id])
  for (const q of ['科技创新券', order.receipt_no.toLowerCase(), ' 创新 '])
    expect(ids(await list(`?q=${encodeURIComponent(q)}`))).toEqual([order.id])
  expect(ids(await list(`?q=${encodeURIComponent('企业用户2')}`))).toEqual([entry.id, order.id])
  for (const q of ['%', '_', '!', "'", '\\'])
    expect(ids(await list(`?q=${encodeURIComponent(q)}`))).toEqual([])
  expect((await list('?q=')).items[1]).toMatchObject({
    operator: '运营人员3',
    company: { id: parties.companyId, name: '企业用户2' },
  })
})

test('other applications have their own list and are decided at once; orders are not decided there', async () => {
  const additional = '/operator/api/v1/additional'
  const order = await parties.submitted()
  const { id } = (await parties.company.post('/customer/api/v1/additional', PROFILE)).body.data
  expect(ids(await list('', additional))).toEqual([id])
  expect(ids(await list('?kind=loan', additional))).toEqual([])
  expect((await parties.operator.put(`${additional}/${order.id}`, { action: 'approve' })).body.code).toBe(404)
  expect((await parties.operator.put(`${additional}/${id}`, { action: 'refuse' })).body.code).toBe(400)
  const approved = (await parties.operator.put(`${additional}/${id}`, { action: 'approve' })).body
  expect(approved.order).toMatchObject({ state: 'approved', operator: '运营人员3' })
  expect((await parties.move(id, 'publicity')).body.code).toBe(409)
  expect(await bell()).toMatchObject([{ application_id: id }])
})

test('what belongs to a draft is not for operators, even if they know its name', async () => {
  const { portal, company, operator, companyId } = parties
  const [order, other] = [await parties.draft(COMPLETE), await parties.draft(COMPLETE)]
  const keys: string[] = []
  for (const { id } of [order, other]) {
    const file = await uploaded(portal, companyId, `${id}.pdf`)
    await company.post('/startup/api/v1/company/service/files', { ...file, order_id: id })
    const attached = await uploaded(portal, companyId, `${id}-2.pdf`)
    await company.post('/startup/api/v1/advisory/attachment', { ...attached, advisory_id: id, remark: '' })
    const { body } = await company.get(`/startup/api/v1/advisory/${id}/groups`)
    const sent = await uploaded(portal, companyId, `${id}-3.pdf`)
    const detail = JSON.stringify({ local_name: 'a.pdf', hash_name: sent.hash_name })
    const message = { group_id: body.result.items[0].id, type: 1, detail, client_id: `${id}` }
    await company.post('/startup/api/v1/advisory/group/message', message)
    keys.push(file.hash_name, attached.hash_name, sent.hash_name)
  }
  const codes = async (browser = operator) => {
    const asked = keys.map((filename_server) =>
      browser.post('/main/api/v1/doc/download', { filename_local: 'a.pdf', filename_server }),
    )
    return (await Promise.all(asked)).map(({ body }) => body.code)
  }
  expect(await heldFiles(portal)).toHaveLength(6)
  expect(await codes()).toEqual([404, 404, 404, 404, 404, 404])
  expect(await codes(company)).toEqual([200, 200, 200, 200, 200, 200])
  await parties.change(order, 'submit')
  expect(await codes()).toEqual([200, 200, 200, 404, 404, 404])
})
