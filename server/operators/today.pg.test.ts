import { afterEach, beforeEach, expect, test } from 'vitest'
import { WAITING_PER_PAGE } from '../../src/lib/contract/operator/desk.ts'
import { DAY_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { put, say } from '../testing/chat-room.ts'
import { openPortal } from '../testing/portal.ts'
import { EXPERT, FUND, openRoom, type Room } from '../testing/reservation-room.ts'

/** But for the neighbour's reservation, which every test finds. */
const NOTHING = { conversations: 0, orders: 0, requests: 0, reservations: 1, corrections: 0 }

let room: Room
beforeEach(async () => {
  room = await openRoom(await openPortal({ env: { OPERATOR_PHONES: '13900000000' } }))
})
afterEach(() => room.portal.close())

async function today(browser = room.operator) {
  await room.portal.proveAll()
  return (await browser.get('/operator/api/v1/today')).body
}

async function waiting(query = '') {
  await room.portal.proveAll()
  return (await room.operator.get(`/operator/api/v1/waiting?${query}`)).body.result
}

const at = (moment: string) => {
  room.portal.clock.ms = Date.parse(moment)
}

test('nothing to do is said as such, and to operators only', async () => {
  expect((await today()).data).toEqual({
    counts: { ...NOTHING, mine: 0 },
    late_before: new Date(room.portal.clock.ms - 30 * MINUTE_MS).toISOString(),
    meetings: 0,
    next_at: null,
  })
  expect((await today(room.company)).code).toBe(403)
  expect((await today(room.portal.browser())).code).toBe(401)
})

test('a question waits until it is answered, and too long after half an hour', async () => {
  await say(room.company, '您好')
  const { ms } = room.portal.clock
  room.portal.clock.ms = ms + 30 * MINUTE_MS
  expect((await today()).data).toMatchObject({ counts: { conversations: 1 } })
  const shown = { list: 'conversations', title: '您好', since: new Date(ms).toISOString(), operator: null }
  const { items } = await waiting()
  expect(items).toContainEqual(expect.objectContaining({ ...shown, is_late: false, mine: false }))
  room.portal.clock.ms += 1
  const [question] = (await waiting()).items.filter(({ list }: { list: string }) => list === 'conversations')
  expect(question).toMatchObject({ ...shown, is_late: true })
  await room.operator.post(`/operator/api/v1/conversations/${question.id}/messages`, {
    type: 0,
    detail: '请讲',
    client_id: '1',
  })
  expect((await today()).data).toMatchObject({ counts: NOTHING })
  expect((await waiting()).total).toBe(1)
})

test('an application waits for nobody until it is taken, then for me until it is decided', async () => {
  at('2026-11-23T10:00:00+08:00')
  const form = { kind: 'company', company_name: '示例科技有限公司' }
  const { id } = (await room.company.post('/customer/api/v1/additional', form)).body.data
  const find = async (query = '') =>
    (await waiting(query)).items.find(({ list }: { list: string }) => list === 'requests')
  room.portal.clock.ms += 3 * DAY_MS
  expect((await today()).data).toMatchObject({ counts: { orders: 0, requests: 1 } })
  expect(await find()).toMatchObject({ id, is_late: false, is_begun: false })
  room.portal.clock.ms += 1
  expect(await find('assigned=none')).toMatchObject({ id, is_late: true, mine: false })
  expect(await find('assigned=mine')).toBeUndefined()
  await room.put(`/operator/api/v1/orders/${id}`, { act: 'take' })
  expect((await today()).data).toMatchObject({ counts: { ...NOTHING, mine: 1 } })
  expect((await waiting()).items[0], 'mine comes first').toMatchObject({ id, mine: true, is_begun: true })
  expect(await find('assigned=none')).toBeUndefined()
  await room.put(`/operator/api/v1/additional/${id}`, { action: 'approve' })
  expect(await find()).toBeUndefined()
})

test('a reservation counts until it is confirmed, and shows on its day', async () => {
  const { id } = (await room.reserve(EXPERT)).data
  const fund = (await room.reserve(FUND)).data
  expect((await today()).data).toMatchObject({ counts: { reservations: 3 }, meetings: 0, next_at: null })
  const { items } = (await room.operator.get(`/operator/api/v1/reservations?id=${id}`)).body.result
  expect(items, 'to which 我的待办 leads').toMatchObject([{ id }])
  await room.answer(id, 'confirmed')
  await room.answer(fund.id, 'declined')
  const next_at = '2026-11-25T02:00:00.000Z'
  expect((await today()).data).toMatchObject({ counts: NOTHING, meetings: 0, next_at })
  at('2026-11-25T00:00:00+08:00')
  expect((await today()).data).toMatchObject({ meetings: 1, next_at })
  at('2026-11-25T10:00:00+08:00')
  expect((await today()).data).toMatchObject({ meetings: 1, next_at: null })
  at('2026-11-26T00:00:00+08:00')
  expect((await today()).data).toMatchObject({ meetings: 0, next_at: null })
})

test('of all that waits the longest comes first, page by page', async () => {
  for (let number = 10; number <= 10 + WAITING_PER_PAGE; number += 1) {
    const browser = await room.portal.loggedIn(`138000000${number}`)
    await say(browser, `第 ${number} 个问题`)
    room.portal.clock.ms += MINUTE_MS
  }
  const [first, second] = [await waiting(), await waiting('page=2')]
  expect([first.total, first.items.length]).toEqual([WAITING_PER_PAGE + 2, WAITING_PER_PAGE])
  const times = [...first.items, ...second.items].map(({ since }: { since: string }) => since)
  expect(times).toEqual([...times].sort())
  expect(new Set(times).size).toBeGreaterThan(WAITING_PER_PAGE)
})

test('hours of service are set at the desk by comparing, and only their time counts', async () => {
  const span = { from: '09:00', to: '18:00' }
  const hours = { week: [span, span, span, span, span, null, null], days: [] }
  await room.portal.proveAll()
  const save = async (browser: typeof room.operator, body: object) =>
    (await put(browser, '/operator/api/v1/service/hours', body)).body
  expect((await save(room.company, { hours, revision: 0 })).code).toBe(403)
  expect((await save(room.operator, { hours, revision: 0 })).data).toEqual({ hours, revision: 1 })
  expect((await save(room.operator, { hours: null, revision: 0 })).code).toBe(409)
  for (const wrong of [
    { ...hours, week: [span] },
    { ...hours, week: [...hours.week.slice(1), { from: '18:00', to: '09:00' }] },
    { ...hours, days: [{ day: '2026-02-31', span: null }] },
    { ...hours, days: [1, 2].map(() => ({ day: '2026-10-01', span: null })) },
  ])
    expect((await save(room.operator, { hours: wrong, revision: 1 })).code).toBe(400)
  const visitor = await room.portal.browser().get('/startup/api/v1/service/hours')
  expect(visitor.body.data).toEqual({ hours, revision: 1 })

  // Saturday, 10:00: no answer is late until Monday, 9:30.
  await say(room.company, '您好')
  at('2026-11-23T09:30:00+08:00')
  const isLate = async () =>
    (await waiting()).items.find(({ list }: { list: string }) => list === 'conversations').is_late
  expect(await isLate()).toBe(false)
  at('2026-11-23T09:30:01+08:00')
  expect(await isLate()).toBe(true)
})
