import { afterEach, beforeEach, expect, test } from 'vitest'
import { CONVERSATIONS, heard, makeOrder, openRoom, type Room, whoIs } from '../testing/chat-room.ts'
import { NEIGHBOUR } from '../testing/neighbour.ts'
import { openPortal } from '../testing/portal.ts'

const ADVISORY = '/startup/api/v1/advisory'
const MESSAGE = `${ADVISORY}/group/message`
let room: Room
let groups: string

beforeEach(async () => {
  room = await openRoom(await openPortal())
  groups = `${ADVISORY}/${await makeOrder(room.portal, room.companyId, room.customerId)}/groups`
})
afterEach(() => room.close())

const topicsOf = async (browser = room.customer) => (await browser.get(groups)).body.result.items
const firstTopic = async (): Promise<number> => (await topicsOf())[0].id
const messages = (id: number) => `${ADVISORY}/group/${id}/messages`
let clientIds = 0
const say = async (group_id: number, detail: string, browser = room.customer) => {
  clientIds += 1
  return (await browser.post(MESSAGE, { group_id, type: 0, detail, client_id: `a-${clientIds}` })).body
}

test('the first look opens one topic, also when many look at once', async () => {
  const looks = await Promise.all(Array.from({ length: 10 }, () => topicsOf()))
  const [topics] = looks
  expect(topics).toEqual([
    {
      id: expect.any(Number),
      advisory_id: expect.any(Number),
      title: '综合咨询',
      closed: false,
      unread: 0,
      last_seq: 0,
      read_seq: 0,
      gmt_modified: null,
    },
  ])
  for (const seen of looks) expect(seen).toEqual(topics)
  expect(await topicsOf(room.operator)).toEqual(topics)
})

test('both sides talk in a topic, each sees the other', async () => {
  const id = await firstTopic()
  expect(await say(id, '缺什么材料？')).toMatchObject({ code: 200, data: { seq: 1, source: 0, admin: null } })
  expect(await say(id, '缺审计报告', room.operator)).toMatchObject({
    data: { seq: 2, source: 0, admin: '运营人员3' },
  })
  const both = [
    [1, '缺什么材料？'],
    [2, '缺审计报告'],
  ]
  expect(await heard(room.customer, messages(id))).toEqual(both)
  expect(await heard(room.operator, `${messages(id)}?page=1`)).toEqual(both)
  expect(await heard(room.customer, `${messages(id)}?after=1`)).toEqual([both[1]])
  expect(await topicsOf()).toMatchObject([{ unread: 1, last_seq: 2 }])
  const read = await room.customer.put(`${ADVISORY}/group/${id}`, { read_seq: 2 })
  expect(read.body.data).toMatchObject({ unread: 0, read_seq: 2 })
  expect(await topicsOf(room.operator)).toMatchObject([{ unread: 1, read_seq: 0 }])
  const { items } = (await room.operator.get(`${CONVERSATIONS}?kind=advisory&state=all`)).body.result
  expect(items).toMatchObject([{ id, kind: 'advisory', title: '综合咨询', waiting_since: null }])
})

test('a new topic has its own messages and numbers; an order has at most 50', async () => {
  const first = await firstTopic()
  await say(first, '一')
  const { body } = await room.customer.post(groups, { title: ' 兑现进度 ' })
  expect(body.data).toMatchObject({ title: '兑现进度', last_seq: 0 })
  expect(await say(body.data.id, '二')).toMatchObject({ data: { seq: 1 } })
  const added = await Promise.all(
    Array.from({ length: 60 }, (_, index) => room.customer.post(groups, { title: `话题${index}` })),
  )
  expect(added.filter((answer) => answer.body.code === 200)).toHaveLength(48)
  expect(added.filter((answer) => answer.body.code === 409)).toHaveLength(12)
  expect(await topicsOf()).toHaveLength(50)
})

test('a topic that is asked for twice is one, until something is said in it or it is closed', async () => {
  await firstTopic()
  const add = async () => (await room.customer.post(groups, { title: '补充材料' })).body.data.id as number
  const twice = await Promise.all([add(), add()])
  const [id = 0] = twice
  expect(twice).toEqual([id, id])
  expect(await topicsOf()).toHaveLength(2)
  await say(id, '一')
  const next = await add()
  expect(next).not.toBe(id)
  await room.customer.put(`${ADVISORY}/group/${next}`, { closed: true })
  expect([id, next]).not.toContain(await add())
})

test('a closed topic takes no message until it is open again, but the one it has stays known', async () => {
  const id = await firstTopic()
  const sent = { group_id: id, type: 0, detail: '您好', client_id: 'once' }
  const first = await room.customer.post(MESSAGE, sent)
  const closed = await room.operator.put(`${ADVISORY}/group/${id}`, { closed: true, title: '已办结' })
  expect(closed.body.data).toMatchObject({ closed: true, title: '已办结' })
  expect(await say(id, '还在吗')).toEqual({ code: 409, message: '该话题已关闭，不能再发送消息' })
  expect((await room.customer.get(`${messages(id)}?after=1`)).body.closed).toBe(true)
  expect((await room.customer.post(MESSAGE, sent)).body).toEqual(first.body)
  const waiting = (await room.operator.get(CONVERSATIONS)).body.result
  expect(waiting.total).toBe(0)
  await room.customer.put(`${ADVISORY}/group/${id}`, { closed: false })
  expect(await say(id, '还在吗')).toMatchObject({ data: { seq: 2 } })
})

test('the consultation of a draft is there for the company only, until the draft is submitted', async () => {
  const draft = await makeOrder(room.portal, room.companyId, room.customerId, 'draft')
  groups = `${ADVISORY}/${draft}/groups`
  const id = await firstTopic()
  await say(id, '先问一下')
  const answers = async () => [
    await room.operator.get(groups),
    await room.operator.post(groups, { title: 'x' }),
    await room.operator.put(`${ADVISORY}/group/${id}`, { title: 'x' }),
    await room.operator.get(messages(id)),
    { body: await say(id, 'x', room.operator) },
    await room.operator.get(`${CONVERSATIONS}/${id}`),
    await room.operator.get(`${CONVERSATIONS}/${id}/messages`),
  ]
  expect((await answers()).map(({ body }) => body.code)).toEqual(Array(7).fill(404))
  expect((await room.operator.get(groups)).body).toEqual(
    (await room.operator.get(`${ADVISORY}/999/groups`)).body,
  )
  const listed = async () => (await room.operator.get(`${CONVERSATIONS}?state=all`)).body.result.items
  expect(await listed()).toMatchObject([{ id: NEIGHBOUR.chatId }])
  const submission = { state: 'submitted', submitted_at: 1, receipt_no: 'DK1' } as const
  await room.portal.db.updateTable('orders').set(submission).where('id', '=', draft).execute()
  expect((await answers()).map(({ body }) => body.code)).toEqual(Array(7).fill(200))
  expect(await listed()).toHaveLength(2)
})

test('each order has its own topics', async () => {
  const [first] = await topicsOf()
  await room.customer.post(groups, { title: '材料' })
  const own = await topicsOf()
  expect(own).toMatchObject([{ id: first.id }, { title: '材料' }])
  const other = await makeOrder(room.portal, room.companyId, room.customerId)
  const { items } = (await room.customer.get(`${ADVISORY}/${other}/groups`)).body.result
  expect(items).toMatchObject([{ advisory_id: other, title: '综合咨询' }])
  const { data } = (await room.customer.post(`${ADVISORY}/${other}/groups`, { title: '材料' })).body
  expect(data).toMatchObject({ advisory_id: other })
  expect(await topicsOf()).toEqual(own)
})

test("the chat is no topic, and another company's chat still less", async () => {
  const { body } = await room.customer.post('/customer/api/v1/chat/resource', {})
  for (const browser of [room.customer, room.operator, room.stranger])
    expect((await browser.get(messages(body.data.id))).body.code).toBe(404)
  expect(await say(body.data.id, 'x')).toMatchObject({ code: 404 })
})

test('an operator in the consultation of his own company speaks for that company', async () => {
  const { id, company_id } = await whoIs(room.operator)
  const own = `${ADVISORY}/${await makeOrder(room.portal, company_id, id)}/groups`
  const topic = (await room.operator.get(own)).body.result.items[0]
  expect(await say(topic.id, '您好', room.operator)).toMatchObject({ data: { admin: null } })
})

test.each([
  ['PUT', 'group/1', {}, '没有要修改的内容'],
  ['PUT', 'group/1', { title: ' ' }, '请填写话题名称'],
  ['PUT', 'group/1', { closed: 1 }, '是否关闭应为是或否'],
  ['POST', 'group/message', { group_id: 1, type: 0, detail: ' ', client_id: 'a' }, '发送内容不能为空'],
  ['POST', 'group/message', { type: 0, detail: 'a', client_id: 'a' }, '缺少“group_id”'],
  ['POST', '1/groups', { title: 'x'.repeat(51) }, '话题名称不能超过 50 个字'],
])('%s %s %o is refused: %s', async (method, path, body, message) => {
  const headers = { 'content-type': 'application/json' }
  const init = { body: JSON.stringify(body), headers }
  const answer = await room.customer.send(method, `${ADVISORY}/${path}`, init)
  expect(answer.body).toEqual({ code: 400, message })
})
