/** Operators share their work: hand-overs with a note, snoozed conversations. Companies see none of it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import {
  CONVERSATIONS,
  openRoom,
  put as putAt,
  RESOURCE,
  type Room,
  say,
  whoIs,
} from '../testing/chat-room.ts'
import { openPortal } from '../testing/portal.ts'

const DESK = '/operator/api/v1'
const ORDERS = `${DESK}/orders`
const NOTE = '企业只想要书面答复，请先看附件'
const HOUR = 3_600_000

const put = (browser: Browser, path: string, body: object = {}) => putAt(browser, path, body)

let room: Room
let colleague: Browser
let me: { id: number }
let other: { id: number }

beforeEach(async () => {
  room = await openRoom(await openPortal({ env: { OPERATOR_PHONES: '13900000000,13900000001' } }))
  colleague = await room.portal.loggedIn('13900000001')
  me = await whoIs(room.operator)
  other = await whoIs(colleague)
})
afterEach(() => room.close())

const at = (hours: number) => new Date(room.portal.clock.ms + hours * HOUR).toISOString()
const ask = async (path: string, browser = room.operator) => (await browser.get(`${DESK}${path}`)).body
const total = async (query: string) => (await ask(`/conversations?${query}`)).result.total
const waiting = () => total('state=waiting')
const mine = async (browser = colleague) => {
  const { items } = (await ask('/waiting?assigned=mine', browser)).result
  expect((await ask('/today', browser)).data.counts.mine).toBe(items.length)
  return items
}
async function apply(): Promise<number> {
  const filled = { kind: 'company', company_name: '示例科技有限公司' }
  return (await room.customer.post('/customer/api/v1/additional', filled)).body.data.id
}
async function begin(): Promise<number> {
  await say(room.customer, '您好')
  return (await room.customer.get(RESOURCE)).body.data.id
}
const view = async (id: number) => (await ask(`/conversations/${id}`)).data
const assign = async (path: string, body: object, browser = room.operator) =>
  (await put(browser, `${DESK}${path}`, { act: 'assign', ...body })).body
const snooze = async (id: number, hours: number | null, seq = 1) =>
  (
    await put(room.operator, `${CONVERSATIONS}/${id}`, {
      act: 'snooze',
      until: hours === null ? null : at(hours),
      seq,
    })
  ).body
describe('a hand-over', () => {
  test('waits for the colleague, with a note in the history; the company reads nothing of it', async () => {
    const id = await begin()
    await put(room.operator, `${CONVERSATIONS}/${id}`, { act: 'settle', seq: 1 })
    expect(await waiting()).toBe(0)
    const given = await assign(`/conversations/${id}`, { operator_id: other.id, from: null, note: NOTE })
    expect(given).toMatchObject({ code: 200, data: { assigned: { id: other.id } } })
    const { history, desk_mark } = await view(id)
    expect(history).toMatchObject([{ kind: 'assigned', by: '运营人员3', to: '运营人员4', note: NOTE }])
    expect(desk_mark).toBe(history[0].id)
    expect(await mine(room.operator)).toEqual([])
    expect(await mine()).toMatchObject([{ list: 'conversations', id }])

    const shown = await Promise.all(
      [RESOURCE, '/customer/api/v1/chat/detail/phone', '/customer/api/v1/message'].map((path) =>
        room.customer.get(path),
      ),
    )
    expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain(NOTE)
  })

  test('brings back what was put off, in its old place; a claim changes nothing of that', async () => {
    const id = await begin()
    const since = (await view(id)).waiting_since
    await snooze(id, 2)
    await assign(`/conversations/${id}`, { operator_id: me.id })
    expect((await view(id)).snoozed_until).toBe(at(2))
    await assign(`/conversations/${id}`, { operator_id: other.id, from: me.id })
    expect(await view(id)).toMatchObject({ waiting_since: since, snoozed_until: null })
  })

  test('of an application leaves its state; somebody else decides only after it was handed to him', async () => {
    const id = await apply()
    const body = { operator_id: other.id, from: null, note: NOTE }
    expect(await assign(`/orders/${id}`, body)).toMatchObject({
      order: { state: 'submitted', operator: '运营人员4' },
      operator_id: other.id,
      history: [{ kind: 'assigned', note: NOTE }],
    })
    expect((await assign(`/orders/${id}`, body)).code, 'from nobody, again').toBe(409)
    expect(await mine()).toMatchObject([{ list: 'requests', id }])
    expect((await put(room.operator, `${ORDERS}/${id}`, { act: 'move', state: 'reviewing' })).body.code).toBe(
      409,
    )
    expect((await put(colleague, `${ORDERS}/${id}`, { act: 'take' })).body.order.state).toBe('reviewing')
    await assign(`/orders/${id}`, { operator_id: me.id, from: other.id })
    const order = await room.customer.get(`/startup/api/v1/${room.companyId}/orders/${id}`)
    expect(JSON.stringify(order.body)).not.toContain(NOTE)
    expect((await ask('/orders?assigned=mine')).result.total).toBe(1)
    expect((await ask('/orders?assigned=mine', colleague)).result.total).toBe(0)
    expect((await assign(`/orders/${id}`, { operator_id: room.customerId, from: me.id })).code).toBe(400)
  })

  test('the application of somebody who has left is nobody’s, and anybody goes on with it', async () => {
    const id = await apply()
    await put(colleague, `${ORDERS}/${id}`, { act: 'take' })
    await room.portal.db
      .updateTable('customers')
      .set({ phone: '13800000077' })
      .where('id', '=', other.id)
      .execute()
    expect(await ask(`/orders/${id}`)).toMatchObject({ operator_id: null, order: { operator: null } })
    expect((await ask('/orders?assigned=none')).result.items).toMatchObject([{ id, operator: null }])
    expect((await put(room.operator, `${ORDERS}/${id}`, { act: 'move', state: 'approved' })).body.code).toBe(
      200,
    )
  })
})

test('what a colleague has answered meanwhile is not answered twice unseen', async () => {
  const id = await begin()
  const reply = async (browser: Browser, seen: number, client_id: string) =>
    (await browser.post(`${CONVERSATIONS}/${id}/messages`, { type: 0, detail: '请讲', client_id, seen })).body
      .code
  expect(await reply(colleague, 1, 'a')).toBe(200)
  expect(await reply(room.operator, 1, 'b')).toBe(409)
  expect(await reply(colleague, 1, 'c'), 'his own').toBe(200)
  expect(await reply(room.operator, 3, 'b')).toBe(200)
})

describe('what is put off', () => {
  test('does not wait until then, and comes back by itself in its old place', async () => {
    const id = await begin()
    const since = (await view(id)).waiting_since
    expect(await snooze(id, 2)).toMatchObject({
      code: 200,
      data: { snoozed_until: at(2), waiting_since: since },
    })
    expect([await waiting(), await total('state=snoozed')]).toEqual([0, 1])
    room.portal.clock.ms += 2 * HOUR - 1
    expect((await ask('/today')).data.counts.conversations).toBe(0)
    const todo = async () =>
      (await ask('/waiting')).result.items.filter(({ list }: { list: string }) => list === 'conversations')
    expect(await todo()).toEqual([])
    room.portal.clock.ms += 1
    expect([await waiting(), await total('state=snoozed')]).toEqual([1, 0])
    expect(await todo()).toMatchObject([{ id, since, is_late: true }])
  })

  test('comes back when the company says more, is answered, or is wanted', async () => {
    const id = await begin()
    await snooze(id, 2)
    await say(room.customer, '还有一个问题')
    expect(await waiting()).toBe(1)
    await snooze(id, 2, 2)
    await snooze(id, null, 2)
    expect(await waiting()).toBe(1)
    await snooze(id, 2, 2)
    await say(room.operator, '请讲', `${CONVERSATIONS}/${id}/messages`)
    expect(await view(id)).toMatchObject({ waiting_since: null, snoozed_until: null })
    expect((await view(id)).history.map(({ kind }: { kind: string }) => kind)).toEqual([
      'snoozed',
      'woken',
      'snoozed',
      'snoozed',
    ])
  })

  test('is what has been seen, waits, and is not put off for ever', async () => {
    const id = await begin()
    await say(room.customer, '还有一个问题')
    expect((await snooze(id, 2, 1)).code, 'unseen').toBe(409)
    expect((await snooze(id, 0, 2)).code).toBe(400)
    expect((await snooze(id, 24 * 60, 2)).code).toBe(200)
    expect((await snooze(id, 24 * 60 + 1, 2)).code).toBe(400)
    await put(room.operator, `${CONVERSATIONS}/${id}`, { act: 'settle', seq: 2 })
    expect((await snooze(id, 2, 2)).code, 'nobody waits').toBe(409)
  })
})
