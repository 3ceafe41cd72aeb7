import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import {
  CONVERSATIONS,
  DETAIL,
  makeOrder,
  openRoom,
  RESOURCE,
  type Room,
  say,
  whoIs,
} from '../testing/chat-room.ts'
import { openPortal } from '../testing/portal.ts'

let room: Room

beforeEach(async () => {
  room = await openRoom(await openPortal({ env: { OPERATOR_PHONES: '13900000000,13900000001' } }))
})
afterEach(() => room.close())

const queue = async (query = '') => (await room.operator.get(CONVERSATIONS + query)).body.result
const idOf = async (browser: Browser): Promise<number> => (await browser.get(RESOURCE)).body.data.id
const ids = async (query = '') =>
  (await queue(query)).items.map((item: { id: number }) => item.id).filter((id: number) => id > 0)
const reply = (id: number, text: string, browser = room.operator) =>
  say(browser, text, `${CONVERSATIONS}/${id}/messages`)

describe('the queue', () => {
  test('who waits longest comes first; the first unanswered message counts', async () => {
    await say(room.customer, '第一')
    room.portal.clock.ms += 60_000
    await say(room.stranger, '第二')
    room.portal.clock.ms += 60_000
    await say(room.customer, '还在等')
    const { items, ...counts } = await queue()
    expect(counts).toEqual({ total: 2, pages: 1, page: 1 })
    expect(items[0]).toEqual({
      id: await idOf(room.customer),
      kind: 'chat',
      company: { id: room.companyId, name: '企业用户2' },
      advisory_id: 0,
      title: '',
      policy_id: null,
      assigned: null,
      closed: false,
      unread: 2,
      last_seq: 2,
      read_seq: 0,
      waiting_since: '2026-11-21T02:00:00.000Z',
      snoozed_until: null,
      desk_mark: 0,
      last: { type: 0, detail: '还在等', source: 1, admin: null, gmt_create: '2026-11-21T02:02:00.000Z' },
    })
    expect(items[1].company.name).toBe('企业用户3')
  })

  test('an answer takes it out and makes it mine; filters find it', async () => {
    await say(room.customer, '您好')
    await say(room.stranger, '您好')
    const [mine, other] = [await idOf(room.customer), await idOf(room.stranger)]
    await room.customer.post(RESOURCE, { topic: '50%_补贴' })
    room.portal.clock.ms += 1000
    await reply(mine, '请讲')
    expect(await ids()).toEqual([other])
    expect(await ids('?state=answered')).toEqual([mine])
    expect(await ids('?state=all')).toEqual([mine, other])
    expect(await ids('?state=all&assigned=mine')).toEqual([mine])
    expect(await ids('?state=all&assigned=none')).toEqual([other])
    expect(await ids('?state=all&kind=advisory')).toEqual([])
    expect(await ids(`?state=all&q=${encodeURIComponent('用户2')}`)).toEqual([mine])
    expect(await ids(`?state=all&q=${encodeURIComponent('0%_补')}`)).toEqual([mine])
    expect(await ids(`?state=all&q=${encodeURIComponent('%')}`)).toEqual([mine])
    expect(await ids('?state=all&q=nobody')).toEqual([])
  })

  test('unread is what no operator has seen: an answer alone does not make it read', async () => {
    await say(room.customer, '您好')
    await say(room.stranger, '您好')
    const [mine, other] = [await idOf(room.customer), await idOf(room.stranger)]
    await reply(mine, '请讲')
    expect((await ids('?state=unread')).toSorted()).toEqual([mine, other].toSorted())
    expect((await queue('?state=unread')).total).toBe(2)
    await room.operator.put(`${CONVERSATIONS}/${mine}`, { act: 'read', seq: 1 })
    expect(await ids('?state=unread')).toEqual([other])
    await say(room.customer, '还有一个问题')
    expect((await ids('?state=unread')).toSorted()).toEqual([mine, other].toSorted())
  })

  test('a conversation without a message waits for nobody and is not listed', async () => {
    await room.customer.post(RESOURCE, {})
    expect(await ids('?state=all')).toEqual([])
  })

  test('of a thousand it shows a page, in the same order', async () => {
    const { db, clock } = room.portal
    await say(room.customer, '您好')
    const shared = { title: '', created_at: 0, kind: 'advisory' as const, company_id: room.companyId }
    const order_id = await makeOrder(room.portal, room.companyId, room.customerId)
    const { id: sender_id } = await whoIs(room.customer)
    for (let from = 0; from < 1000; from += 100) {
      const rows = Array.from({ length: 100 }, (_, index) => ({
        ...shared,
        order_id,
        topic_no: from + index + 1,
        last_seq: 1,
        last_at: clock.ms - from - index,
        waiting_since: clock.ms - from - index,
      }))
      const inserted = await db.insertInto('conversations').values(rows).returning('id').execute()
      const messages = inserted.map(({ id }) => ({
        conversation_id: id,
        seq: 1,
        side: 'company' as const,
        sender_id,
        type: 0 as const,
        detail: '您好',
        client_id: 'a',
        created_at: 0,
      }))
      await db.insertInto('chat_messages').values(messages).execute()
    }
    const result = await queue('?page=2')
    expect(result).toMatchObject({ total: 1001, pages: 51, page: 2 })
    const waits = result.items.map((item: { waiting_since: string }) => item.waiting_since)
    expect(waits).toEqual([...waits].sort())
    expect(await ids('?page=52')).toEqual([])
  })

  test.each(['?state=x', '?assigned=1', '?kind=x', '?page=0', '?q=%00'])('%s is refused', async (query) => {
    expect((await room.operator.get(CONVERSATIONS + query)).body.code).toBe(400)
  })
})

test('one conversation: its company, who may take it, and the messages from the other side', async () => {
  await say(room.customer, '您好')
  const id = await idOf(room.customer)
  const { data } = (await room.operator.get(`${CONVERSATIONS}/${id}`)).body
  expect(data).toMatchObject({
    id,
    unread: 1,
    company: { id: room.companyId, name: '企业用户2' },
    operators: [{ id: (await whoIs(room.operator)).id, name: '运营人员3' }],
  })
  const answer = await reply(id, '请讲')
  expect(answer.body.data).toMatchObject({ seq: 2, source: 0, admin: '运营人员3' })
  const { items } = (await room.operator.get(`${CONVERSATIONS}/${id}/messages?after=0`)).body.result
  expect(items.map((item: { source: number }) => item.source)).toEqual([1, 0])
  const read = await room.operator.put(`${CONVERSATIONS}/${id}`, { act: 'read', seq: 2 })
  expect(read.body.data).toMatchObject({ unread: 0, read_seq: 2 })
  expect((await room.customer.get(DETAIL)).body.result.total).toBe(2)
})

test('it is handed over from the one who has it, and of two at once to one', async () => {
  await say(room.customer, '您好')
  const id = await idOf(room.customer)
  const second = await whoIs(await room.portal.loggedIn('13900000001'))
  const first = await whoIs(room.operator)
  const assign = (operator_id: number | null, from: number | null) =>
    room.operator.put(`${CONVERSATIONS}/${id}`, { act: 'assign', operator_id, from })
  const both = await Promise.all([assign(first.id, null), assign(second.id, null)])
  expect(both.map(({ body }) => body.code).sort()).toEqual([200, 409])
  const has = both.find(({ body }) => body.code === 200)?.body.data.assigned.id
  const other = has === first.id ? second.id : first.id
  expect((await assign(other, other)).body.code).toBe(409)
  expect((await assign(other, has)).body.data.assigned).toMatchObject({ id: other })
  expect((await assign(null, other)).body.data.assigned).toBeNull()
  const none = await assign((await whoIs(room.customer)).id, null)
  expect(none.body).toEqual({ code: 400, message: '只能转交给运营人员' })
})

test('what an operator had who is none any more, nobody has', async () => {
  await say(room.customer, '您好')
  const id = await idOf(room.customer)
  await reply(id, '请讲')
  const leaver = await whoIs(room.operator)
  const colleague = await room.portal.loggedIn('13900000001')
  const expert = async () => (await room.customer.get(RESOURCE)).body.data.expert
  const none = async () => (await colleague.get(`${CONVERSATIONS}?state=all&assigned=none`)).body.result.total
  expect([await none(), await expert()]).toMatchObject([1, { id: leaver.id }])

  await room.portal.db
    .updateTable('customers')
    .set({ phone: '13800000077' })
    .where('id', '=', leaver.id)
    .execute()
  expect([await none(), await expert()]).toEqual([2, null])
  const { data } = (await colleague.get(`${CONVERSATIONS}/${id}`)).body
  expect(data.assigned).toEqual({ id: leaver.id, name: '运营人员3（已不是运营人员）' })
  await reply(id, '我来接着办', colleague)
  expect([await none(), await expert()]).toMatchObject([1, { id: (await whoIs(colleague)).id }])
})

test('the answer of a colleague leaves it with the one who has it', async () => {
  await say(room.customer, '您好')
  const id = await idOf(room.customer)
  await reply(id, '请讲')
  const answer = await reply(id, '补充', await room.portal.loggedIn('13900000001'))
  expect(answer.body.data.admin).toBe('运营人员4')
  const { data } = (await room.operator.get(`${CONVERSATIONS}/${id}`)).body
  expect(data.assigned.name).toBe('运营人员3')
})
