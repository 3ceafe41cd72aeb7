/**
 * A busy Monday: three operators process 300 conversations and 80 applications in parallel. Nothing is lost or done
 * twice.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Answer, Browser } from '../../server/testing/browser.ts'
import { put, say, whoIs } from '../../server/testing/chat-room.ts'
import { openPortal, type TestPortal } from '../../server/testing/portal.ts'

const PHONES = ['13900000000', '13900000001', '13900000002']
const CONVERSATIONS = 300
const APPLICATIONS = 80
/** Number of companies that continue writing. */
const WRITERS = 6
const DESK = '/operator/api/v1'
const TALKS = `${DESK}/conversations`
const HOUR = 3_600_000

interface Operator {
  id: number
  browser: Browser
}

let portal: TestPortal
let operators: Operator[]
let faults: unknown[]

beforeEach(async () => {
  portal = await openPortal({ env: { OPERATOR_PHONES: PHONES.join() } })
  operators = []
  faults = []
  for (const phone of PHONES) {
    const browser = await portal.loggedIn(phone)
    operators.push({ browser, id: (await whoIs(browser)).id })
  }
})
afterEach(() => portal.close())

/** Of two operators on the same item one is refused; other errors fail the test. @returns whether it was done */
function isDone({ body }: Answer): boolean {
  if (body.code !== 200 && body.code !== 409) faults.push(body)
  return body.code === 200
}

/** Companies that wrote on the weekend, and one with an application. */
async function fillDesk(): Promise<void> {
  const { db, clock } = portal
  const at = { created_at: clock.ms }
  const writer = await portal.loggedIn('13700000000')
  const filled = { kind: 'company', company_name: '示例科技有限公司' }
  const { data } = (await writer.post('/customer/api/v1/additional', filled)).body
  const { id: _, ...order } = await db
    .selectFrom('submitted_orders')
    .selectAll()
    .where('receipt_no', '=', data.receipt_no)
    .executeTakeFirstOrThrow()
  for (let index = 0; index < CONVERSATIONS; index += 1) {
    const company = { ...at, name: `企业${index}` }
    const { id: company_id } = await db
      .insertInto('companies')
      .values(company)
      .returning('id')
      .executeTakeFirstOrThrow()
    const person = { ...at, company_id, name: '甲', phone: `136${String(index).padStart(8, '0')}` }
    const { id: sender_id } = await db
      .insertInto('customers')
      .values(person)
      .returning('id')
      .executeTakeFirstOrThrow()
    const waits = { last_seq: 1, last_at: clock.ms, waiting_since: clock.ms - index }
    const none = { order_id: null, topic_no: null, policy_id: null, assigned_to: null }
    const { id: conversation_id } = await db
      .insertInto('conversations')
      .values({ ...at, ...waits, ...none, company_id, kind: 'chat', title: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const text = { type: 0, detail: '您好', object_id: null, size: null, client_id: 'first' } as const
    await db
      .insertInto('chat_messages')
      .values({ ...at, ...text, conversation_id, seq: 1, side: 'company', sender_id, admin: null })
      .execute()
    if (index >= APPLICATIONS - 1) continue
    const receipt_no = `QY20261121-9${String(index).padStart(5, '0')}`
    await db
      .insertInto('orders')
      .values({ ...order, company_id, customer_id: sender_id, receipt_no, client_id: null })
      .execute()
  }
}

/** Handles one waiting conversation; false if none waits. One taken by a colleague is left to them. */
async function handleOne({ browser, id: me }: Operator, turn: number): Promise<boolean> {
  const { items } = (await browser.get(`${TALKS}?state=waiting`)).body.result
  const talk = items[turn % 3] ?? items[0]
  if (!talk) return false
  const path = `${TALKS}/${talk.id}`
  const from = talk.assigned?.id ?? null
  if (from !== me && !isDone(await put(browser, `${path}/assign`, { operator_id: me, from }))) return true
  const { data } = (await browser.get(path)).body
  if (
    data.assigned?.id !== me ||
    data.waiting_since === null ||
    Date.parse(data.snoozed_until ?? '') > portal.clock.ms
  )
    return true
  const seq = data.last_seq
  if (turn % 10 === 3) {
    const until = new Date(portal.clock.ms + HOUR).toISOString()
    isDone(await put(browser, `${path}/snooze`, { until, seq }))
  } else if (turn % 10 === 5) {
    const to = operators[(operators.findIndex(({ id }) => id === me) + 1) % operators.length]
    isDone(await put(browser, `${path}/assign`, { operator_id: to?.id, from: me, note: '请接着办' }))
  } else if (turn % 10 === 7) isDone(await put(browser, `${path}/settled`, { seq }))
  else {
    const message = { type: 0, detail: `回复 ${talk.id}`, client_id: `${me}-${turn}`, seen: seq }
    isDone(await browser.post(`${path}/messages`, message))
  }
  return true
}

/** Decides one application that it could take. */
async function decideOne({ browser, id: me }: Operator, turn: number): Promise<boolean> {
  const { items } = (await browser.get(`${DESK}/additional?state=submitted&assigned=none`)).body.result
  const order = items[turn % 3] ?? items[0]
  if (!order) return false
  const path = `${DESK}/orders/${order.id}`
  if (!isDone(await put(browser, `${path}/assign`, { operator_id: me, from: null }))) return true
  isDone(await put(browser, `${path}/take`, {}))
  const decision = turn % 2 ? { action: 'approve' } : { action: 'refuse', note: '材料不符' }
  isDone(await put(browser, `${DESK}/additional/${order.id}`, decision))
  return true
}

async function work(one: Operator): Promise<void> {
  for (let turn = 0, isLeft = true; isLeft; turn += 1) {
    // The portal limits the speed.
    portal.clock.ms += 500
    const talked = await handleOne(one, turn)
    isLeft = (await decideOne(one, turn)) || talked
    if (turn > 2000) throw new Error('there is no end to it')
  }
}

test('everything is answered once, and nothing is lost', async () => {
  await fillDesk()
  const [first] = operators
  if (!first) throw new Error('nobody works here')
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => portal.loggedIn(`1370000001${index}`)),
  )
  let written = 0
  const writing = writers.map(async (browser) => {
    for (let text = 0; text < 8; text += 1) if (isDone(await say(browser, `还有问题 ${text}`))) written += 1
  })
  await Promise.all([...writing, ...operators.map(work)])
  // Deferred items return.
  portal.clock.ms += 2 * HOUR
  await portal.proveAll()
  await Promise.all(operators.map(work))
  portal.clock.ms += 2 * HOUR
  await Promise.all(operators.map(work))

  expect(faults).toEqual([])
  expect((await first.browser.get(`${TALKS}?state=waiting`)).body.result.total).toBe(0)
  const { db } = portal
  const messages = await db
    .selectFrom('chat_messages')
    .innerJoin('conversations', 'conversations.id', 'conversation_id')
    .select(['conversation_id', 'seq', 'chat_messages.side', 'detail'])
    .where('conversations.company_id', '>', 0)
    .orderBy('conversation_id')
    .orderBy('seq')
    .execute()
  const twice = messages.filter(({ conversation_id, side, detail }, at) => {
    const before = messages[at - 1]
    const isReply = side === 'operator' && detail.startsWith('回复')
    return isReply && before?.conversation_id === conversation_id && before.detail.startsWith('回复')
  })
  expect(twice).toEqual([])
  expect(messages.filter(({ detail }) => detail.startsWith('还有问题'))).toHaveLength(written)
  expect(written).toBe(WRITERS * 8)
  const decisions = await db
    .selectFrom('order_events')
    .select(['order_id', (row) => row.fn.countAll<number>().as('times')])
    .where('state', 'in', ['approved', 'rejected'])
    .groupBy('order_id')
    .execute()
  expect(decisions.filter(({ times }) => times !== 1)).toEqual([])
  expect(decisions).toHaveLength(APPLICATIONS)
  expect(portal.logs.filter(({ level }) => level === 'error')).toEqual([])
})
