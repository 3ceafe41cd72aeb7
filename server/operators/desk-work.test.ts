/** How operators share their work: hand-overs with a note, what is put off, tags. Companies see nothing of it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TAGS_EACH } from '../../src/lib/contract/operator/work.ts'
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
const handedOver = async (browser = colleague) => (await ask('/handed-over', browser)).result
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
  (await put(browser, `${DESK}${path}/assign`, body)).body
const snooze = async (id: number, hours: number | null, seq = 1) =>
  (
    await put(room.operator, `${CONVERSATIONS}/${id}/snooze`, {
      until: hours === null ? null : at(hours),
      seq,
    })
  ).body
const tag = async (path: string, body: object, browser = room.operator) =>
  (await put(browser, `${DESK}${path}/tags`, body)).body
const changeTag = async (name: string, to: string | null) =>
  (await put(room.operator, `${DESK}/tags`, { name, to })).body

describe('a hand-over', () => {
  test('has a note that the colleague finds, in the history, until he has opened it; the company never', async () => {
    const id = await begin()
    const given = await assign(`/conversations/${id}`, { operator_id: other.id, from: null, note: NOTE })
    expect(given).toMatchObject({ code: 200, data: { assigned: { id: other.id } } })
    const { history, desk_mark } = await view(id)
    expect(history).toMatchObject([{ kind: 'assigned', by: '运营人员3', to: '运营人员4', note: NOTE }])
    expect(desk_mark).toBe(history[0].id)

    expect((await handedOver(room.operator)).total, 'who gave it').toBe(0)
    const { items } = await handedOver()
    expect(items).toMatchObject([{ kind: 'conversations', subject_id: id, note: NOTE, by: '运营人员3' }])
    await put(room.operator, `${DESK}/handed-over/${items[0].id}/seen`, {})
    expect((await handedOver()).total, 'nobody sees it for him').toBe(1)
    await put(colleague, `${DESK}/handed-over/${items[0].id}/seen`, {})
    expect((await handedOver()).total).toBe(0)

    const shown = await Promise.all(
      [RESOURCE, '/customer/api/v1/chat/detail/phone', '/customer/api/v1/message'].map((path) =>
        room.customer.get(path),
      ),
    )
    expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain(NOTE)
  })

  test('of what has gone on to somebody else, or to oneself, nobody is told', async () => {
    const id = await begin()
    await assign(`/conversations/${id}`, { operator_id: other.id })
    await assign(`/conversations/${id}`, { operator_id: me.id, from: other.id })
    expect([(await handedOver()).total, (await handedOver(room.operator)).total]).toEqual([0, 0])
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
    expect((await handedOver()).items).toMatchObject([{ kind: 'requests', subject_id: id }])
    expect((await put(room.operator, `${ORDERS}/${id}/state`, { state: 'reviewing' })).body.code).toBe(409)
    expect((await put(colleague, `${ORDERS}/${id}/take`)).body.order.state).toBe('reviewing')
    await assign(`/orders/${id}`, { operator_id: me.id, from: other.id })
    const order = await room.customer.get(`/startup/api/v1/${room.companyId}/orders/${id}`)
    expect(JSON.stringify(order.body)).not.toContain(NOTE)
    expect((await ask('/orders?assigned=mine')).result.total).toBe(1)
    expect((await ask('/orders?assigned=mine', colleague)).result.total).toBe(0)
    expect((await assign(`/orders/${id}`, { operator_id: room.customerId, from: me.id })).code).toBe(400)
  })

  test('the application of somebody who has left is nobody’s, and anybody goes on with it', async () => {
    const id = await apply()
    await put(colleague, `${ORDERS}/${id}/take`)
    await room.portal.db
      .updateTable('customers')
      .set({ phone: '13800000077' })
      .where('id', '=', other.id)
      .execute()
    expect(await ask(`/orders/${id}`)).toMatchObject({ operator_id: null, order: { operator: null } })
    expect((await ask('/orders?assigned=none')).result.items).toMatchObject([{ id, operator: null }])
    expect((await put(room.operator, `${ORDERS}/${id}/state`, { state: 'approved' })).body.code).toBe(200)
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
    const { data } = await ask('/today')
    expect([data.counts.conversations, data.overdue.total]).toEqual([0, 0])
    room.portal.clock.ms += 1
    expect([await waiting(), await total('state=snoozed')]).toEqual([1, 0])
    expect((await ask('/today')).data.overdue.items).toMatchObject([{ id, since }])
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
    await put(room.operator, `${CONVERSATIONS}/${id}/settled`, { seq: 2 })
    expect((await snooze(id, 2, 2)).code, 'nobody waits').toBe(409)
  })
})

describe('two topics of an order', () => {
  let orderId: number
  let [first, second] = [0, 0]
  const groups = () => `/startup/api/v1/advisory/${orderId}/groups`
  const open = async (title: string) => (await room.customer.post(groups(), { title })).body.data.id
  const tell = async (group_id: number, detail: string, browser = room.customer) => {
    const message = { group_id, type: 0, detail, client_id: Buffer.from(detail).toString('hex') }
    return (await browser.post('/startup/api/v1/advisory/group/message', message)).body
  }
  const messages = async (id: number, browser = room.customer) =>
    (await browser.get(`/startup/api/v1/advisory/group/${id}/messages`)).body
  const texts = async (id: number) =>
    (await messages(id)).result.items.map(({ seq, detail, origin }: Record<string, unknown>) => [
      seq,
      detail,
      origin,
    ])
  const merge = async (into: number, from: number, browser = room.operator) =>
    (await browser.post(`${CONVERSATIONS}/${into}/merge`, { from })).body

  beforeEach(async () => {
    orderId = await apply()
    first = await open('材料')
    second = await open('期限')
    await tell(first, '甲')
    await tell(second, '乙')
    await tell(first, '丙')
  })

  test('become one line of time, with where each was said; old links lead there', async () => {
    await tag(`/conversations/${first}`, { add: ['急'] })
    await tag(`/conversations/${second}`, { add: ['急', '高企'] })
    await assign(`/conversations/${second}`, { operator_id: other.id, note: NOTE })
    const since = (await view(first)).waiting_since
    const before = (await messages(first)).merged_at
    expect(await merge(first, second)).toMatchObject({
      code: 200,
      data: { id: first, unread: 3, waiting_since: since, assigned: { id: other.id }, tags: ['急', '高企'] },
    })
    const line = [
      [1, '甲', undefined],
      [2, '乙', '期限'],
      [3, '丙', undefined],
      [4, expect.stringContaining('“期限”'), undefined],
    ]
    expect(await texts(first)).toEqual(line)
    expect(await texts(second), 'by the old address').toEqual(line)
    expect((await messages(first)).merged_at).not.toBe(before)
    expect((await view(second)).id).toBe(first)
    expect((await view(first)).history.map(({ kind }: { kind: string }) => kind)).toEqual([
      'merged',
      'assigned',
    ])
    const { items } = (await room.customer.get(groups())).body.result
    expect(items).toMatchObject([{ id: first, unread: 1, last_seq: 4 }])
    expect(
      (await ask('/conversations?state=all')).result.items.map(({ id }: { id: number }) => id),
    ).toContain(first)
    expect(await total('state=waiting')).toBe(1)
  })

  test('take in what is sent to the old one, and once what was sent before', async () => {
    await merge(first, second)
    expect((await tell(second, '乙')).data.seq, 'sent again').toBe(2)
    expect((await tell(second, '丁')).data.seq).toBe(5)
    await put(room.customer, `/startup/api/v1/advisory/group/${second}`, { read_seq: 5 })
    expect((await room.customer.get(groups())).body.result.items, 'other numbers').toMatchObject([
      { unread: 1 },
    ])
  })

  test('leave nothing unread that was not read', async () => {
    await tell(second, '请补材料', room.operator)
    await put(room.customer, `/startup/api/v1/advisory/group/${first}`, { read_seq: 2 })
    await merge(first, second)
    const [topic] = (await room.customer.get(groups())).body.result.items
    expect(topic).toMatchObject({ read_seq: 3, unread: 2 })
  })

  test('that were merged before lead on; and nothing else is merged', async () => {
    const third = await open('其他')
    const chat = await begin()
    await merge(first, second)
    await merge(third, first)
    expect((await view(second)).id).toBe(third)
    for (const from of [third, first, second, chat]) expect((await merge(third, from)).code).toBe(409)
    expect((await merge(chat, third)).code).toBe(409)
    const fourth = await open('再一个')
    await put(room.customer, `/startup/api/v1/advisory/group/${third}`, { closed: true })
    expect((await merge(third, fourth)).code, 'closed').toBe(409)
    expect((await merge(fourth, third, room.customer)).code).toBe(403)
  })

  test('lose nothing that is said meanwhile', async () => {
    const said = Array.from({ length: 20 }, (_, index) => `同时${index}`)
    const sending = said.map((text, index) => tell(index % 2 ? first : second, text))
    const merging = merge(first, second)
    const sent = await Promise.all(sending)
    expect(sent.map(({ code }) => code)).toEqual(said.map(() => 200))
    expect((await merging).code).toBe(200)
    const all = (await texts(first)) as [number, string][]
    expect(all.map(([seq]) => seq)).toEqual(all.map((_, index) => index + 1))
    expect(
      all
        .map(([, text]) => text)
        .filter((text) => text.startsWith('同时'))
        .sort(),
    ).toEqual(said.sort())
  })
})

describe('what was said', () => {
  const search = async (q: string, before = 0, browser = room.operator) =>
    (await browser.get(`${DESK}/message-search?q=${encodeURIComponent(q)}&before=${before}`)).body

  test('is found by all of its words, newest first, whatever signs they have', async () => {
    const id = await begin()
    await say(room.customer, '研发费用加计扣除 100% 怎么申报')
    await say(room.stranger, '加计扣除的比例')
    const found = await search('加计扣除')
    expect(found.items.map(({ text }: { text: string }) => text)).toEqual([
      '加计扣除的比例',
      '研发费用加计扣除 100% 怎么申报',
    ])
    expect(found).toMatchObject({
      next: null,
      items: [{ company_name: '企业用户3' }, { conversation_id: id, seq: 2 }],
    })
    expect((await search('加计扣除 申报')).items).toHaveLength(1)
    expect((await search('100%')).items).toHaveLength(1)
    expect((await search('1_0')).items).toHaveLength(0)
    expect((await search('加计', 0, room.customer)).code).toBe(403)
  })

  test('comes in pages, which skip nothing, and leaves drafts out', async () => {
    const id = await begin()
    const { db } = room.portal
    const row = {
      conversation_id: id,
      side: 'company',
      sender_id: room.customerId,
      admin: null,
      type: 0,
    } as const
    const rows = Array.from({ length: 45 }, (_, index) => ({
      ...row,
      seq: index + 2,
      detail: `${'很长的话'.repeat(20)}第${index}条补贴${'，后面还有'.repeat(40)}`,
      object_id: null,
      size: null,
      client_id: `many-${index}`,
      created_at: room.portal.clock.ms,
    }))
    await db.insertInto('chat_messages').values(rows).execute()
    await db.updateTable('conversations').set({ last_seq: 46 }).where('id', '=', id).execute()
    const seqs: number[] = []
    let next: number | null = 0
    for (let page = 0; next !== null && page < 5; page += 1) {
      const found: { items: { seq: number; text: string }[]; next: number | null } = await search(
        '补贴',
        next,
      )
      seqs.push(...found.items.map(({ seq }) => seq))
      expect(found.items.every(({ text }) => text.includes('补贴') && text.length <= 122)).toBe(true)
      next = found.next
    }
    expect(seqs).toEqual(Array.from({ length: 45 }, (_, index) => 46 - index))
  })
})

test('the fields of quick replies say what is known', async () => {
  const id = await begin()
  const known = (await ask(`/conversations/${id}/reply-fields`)).data
  expect(known).toEqual({
    企业名称: '企业用户2',
    联系人: null,
    政策名称: null,
    截止日期: null,
    我的姓名: '运营人员3',
    申请编号: null,
  })
})

describe('tags', () => {
  test('are given, offered by use, and filter both kinds', async () => {
    const id = await begin()
    await say(room.stranger, '您好')
    const orderId = await apply()
    expect(await tag(`/conversations/${id}`, { add: ['高企', '急'] })).toEqual({
      code: 200,
      tags: ['高企', '急'],
    })
    await tag(`/conversations/${id}`, { add: ['高企'] }, colleague)
    await tag(`/orders/${orderId}`, { add: ['高企'] })
    expect((await ask('/tags')).data).toEqual([
      { name: '高企', uses: 2 },
      { name: '急', uses: 1 },
    ])
    const tagged = `tag=${encodeURIComponent('高企')}`
    expect((await ask(`/conversations?${tagged}`)).result.items).toMatchObject([{ id, tags: ['高企', '急'] }])
    expect((await ask(`/orders?${tagged}`)).result.items).toMatchObject([{ id: orderId, tags: ['高企'] }])
    expect((await ask(`/additional?tag=${encodeURIComponent('没有')}`)).result.total).toBe(0)
    expect(await tag(`/conversations/${id}`, { remove: ['急'] })).toEqual({ code: 200, tags: ['高企'] })
  })

  test('are so many at most, also of two who add at once', async () => {
    const id = await begin()
    const names = Array.from({ length: TAGS_EACH }, (_, index) => `标签${index}`)
    expect((await tag(`/conversations/${id}`, { add: names })).tags).toEqual(names)
    expect((await tag(`/conversations/${id}`, { add: ['再一个'] })).code).toBe(409)
    await tag(`/conversations/${id}`, { remove: names.slice(1, 2) })
    const both = await Promise.all(
      ['甲', '乙'].map((name, index) =>
        tag(`/conversations/${id}`, { add: [name] }, index ? colleague : room.operator),
      ),
    )
    expect(both.map((answer) => answer.code).sort()).toEqual([200, 409])
  })

  test('are renamed, become one, and go', async () => {
    const [id, orderId] = [await begin(), await apply()]
    await tag(`/conversations/${id}`, { add: ['高企', '高新'] })
    await tag(`/orders/${orderId}`, { add: ['高新'] })
    expect(await changeTag('高新', '高企')).toEqual({ code: 200, data: { changed: 2 } })
    expect((await view(id)).tags).toEqual(['高企'])
    expect((await ask(`/orders/${orderId}`)).tags).toEqual(['高企'])
    await changeTag('高企', '高新技术')
    expect((await ask('/tags')).data).toEqual([{ name: '高新技术', uses: 2 }])
    expect((await changeTag('高企', '别的')).code).toBe(404)
    await changeTag('高新技术', null)
    expect((await ask('/tags')).data).toEqual([])
  })
})
