/** 今日: each figure is the number of rows of the list that it leads to, read by the address as the section reads it. */
import type { ReadableAtom } from 'nanostores'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { whoIs } from '../../server/testing/chat-room.ts'
import { fillDesk } from '../../server/testing/fill-desk.ts'
import { deskAddress, type Figures, WAITING_LISTS } from '../../src/lib/contract/operator/desk.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import type { ListState } from '../../src/lib/stores/operator/list.ts'
import { type DeskRoom, openDeskRoom } from './support/desk.ts'

let room: DeskRoom
beforeEach(async () => {
  room = await openDeskRoom()
  const { portal } = room.visitor
  const operator = await portal.loggedIn('13900000000')
  await fillDesk(portal.db, {
    companies: 40,
    conversations: 90,
    applications: 80,
    operatorId: (await whoIs(operator)).id,
    nowMs: portal.clock.ms,
  })
})
afterEach(() => room.close())

/** How many rows the section shows at this address. */
async function rowsAt(address: string): Promise<number | undefined> {
  const { desk } = room
  const { pathname, searchParams } = new URL(address, 'http://desk')
  const shown = async <Filter>(
    list: { open: (filter: Filter, page: number) => Promise<void>; $state: ReadableAtom<ListState<unknown>> },
    filter: Filter,
  ) => {
    await list.open(filter, 1)
    const state = list.$state.get()
    return state.status === 'ready' ? state.page?.total : undefined
  }
  switch (pathname.split('/')[2]) {
    case 'conversations':
      return shown({ open: desk.openQueue, $state: desk.$queue }, desk.readQueueFilter(searchParams))
    case 'orders':
      return shown(desk.orders, desk.readOrdersFilter(searchParams))
    case 'requests':
      return shown(desk.requests, desk.readOrdersFilter(searchParams))
    case 'reservations':
      return shown(desk.reservations, desk.readReservationsFilter(searchParams))
    case 'corrections':
      return shown(desk.corrections, desk.readCorrectionsFilter(searchParams))
    case 'companies':
      return shown(desk.companies, desk.readCompaniesFilter(searchParams))
    default:
      return shown(desk.securityEvents, { ...desk.readSecurityFilter(searchParams), who: '' })
  }
}

/** Every figure with its address. */
function figuresOf({ waiting, speeds, weeks, storage, sms, faults }: Figures): [string, number][] {
  const all: [string, number][] = []
  const add = (
    count: number | undefined,
    section: string,
    filter: Readonly<Record<string, string | number>>,
  ) => all.push([deskAddress(section, filter), count ?? -1])
  for (const { list, today, days, long, owned } of waiting) {
    const base = WAITING_LISTS[list]
    add(today, list, { ...base, waited: 'today' })
    add(days, list, { ...base, waited: 'days' })
    add(long, list, { ...base, waited: 'long' })
    if (!owned) continue
    add(owned.mine, list, { ...base, assigned: 'mine' })
    add(owned.none, list, { ...base, assigned: 'none' })
    add(owned.late, list, { ...base, waited: 'late' })
  }
  add(speeds.answered.rows, 'conversations', { state: 'all', answered: 'recently' })
  add(speeds.taken.rows, 'orders', { done: 'taken' })
  add(speeds.settled.rows, 'orders', { done: 'settled' })
  add(speeds.requests.rows, 'requests', { done: 'settled' })
  for (const { from, to, states } of weeks) {
    add(
      states.reduce((sum, { count }) => sum + count, 0),
      'orders',
      { from, to },
    )
    for (const { state, count } of states) add(count, 'orders', { state, from, to })
  }
  add(storage.low, 'companies', { room: 'low' })
  add(sms.rows, 'security', { event: 'sms-refused', days: 1 })
  add(faults.rows, 'security', { event: 'fault', days: 1 })
  return all
}

async function readFigures(): Promise<Figures> {
  await room.desk.loadFigures()
  const state = room.desk.$figures.get()
  if (state.status !== 'ready') throw new Error(`the figures are ${state.status}`)
  return state.figures
}

test('every figure is the number of rows where it leads', async () => {
  const { portal } = room.visitor
  const stranger = portal.browser()
  for (let asked = 0; asked < 2; asked += 1) await stranger.post('/main/api/v1/sms', { phone: '13800000077' })
  portal.securityLog.note({ event: 'fault', actor: 'portal', action: 'job-failed：remind' })
  const figures = figuresOf(await readFigures())
  const lists: [string, number | undefined][] = []
  for (const [address] of figures) lists.push([address, await rowsAt(address)])
  expect(figures).toEqual(lists)
  // Or this test would compare nothing with nothing.
  const none = figures.filter(([, count]) => count === 0).map(([address]) => address)
  expect(figures.length - none.length).toBeGreaterThan(35)
  expect(none.filter((address) => !address.includes('from='))).toEqual(['/operator/requests?done=settled'])
})

test('the counts on the tabs are the totals, and the ages come to them', async () => {
  const { waiting } = await readFigures()
  await room.desk.loadToday()
  const today = room.desk.$today.get()
  if (today.status !== 'ready') throw new Error('not ready')
  for (const { list, today: young, days, long, oldest } of waiting) {
    const total = today.today.counts[list]
    expect(await rowsAt(deskAddress(list, WAITING_LISTS[list]))).toBe(total)
    expect(young + days + long).toBe(total)
    expect(oldest).not.toBeNull()
  }
  const late = waiting.reduce((sum, { owned }) => sum + (owned?.late ?? 0), 0)
  expect(late).toBe(today.today.overdue.total)
  const { reservations } = today.today
  const day = chinaDay(new Date(room.visitor.portal.clock.ms))
  expect(await rowsAt(deskAddress('reservations', { state: 'confirmed', day }))).toBe(reservations.length)
  expect(reservations.length).toBeGreaterThan(0)
})

test('how quickly a question is answered: from the first of the company to the first of an operator', async () => {
  const { desk, visitor } = room
  const { clock, db } = visitor.portal
  await db.deleteFrom('chat_messages').where('conversation_id', '>=', 1000).execute()
  await room.say('在吗')
  clock.ms += HOUR_MS
  await room.say('请问')
  clock.ms += HOUR_MS
  const operator = await visitor.portal.loggedIn('13900000000')
  const [own] = await db
    .selectFrom('conversations')
    .select('id')
    .where('company_id', '=', (await whoIs(room.company)).company_id)
    .execute()
  const answer = (client_id: string) =>
    operator.post(`/operator/api/v1/conversations/${own?.id}/messages`, {
      type: 0,
      detail: '在的',
      client_id,
    })
  await answer('1')
  // Nobody waits for what is said then.
  clock.ms += HOUR_MS
  await answer('2')
  await desk.loadFigures()
  expect((await readFigures()).speeds.answered).toEqual({
    times: 1,
    rows: 1,
    median: 2 * HOUR_MS,
    ninth: 2 * HOUR_MS,
  })
})
