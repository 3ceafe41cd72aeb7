/** How the desk does: what waits by age, how quickly it works, what applications become, what the portal could not do. */

import { type SelectQueryBuilder, sql } from 'kysely'
import {
  FIGURE_WEEKS,
  type Figures,
  WAITING_LISTS,
  type WaitingList,
} from '../../src/lib/contract/operator/desk.ts'
import { ADDITIONAL_KINDS } from '../../src/lib/contract/orders/additional.ts'
import { ORDER_STATES } from '../../src/lib/rules/orders/order-states.ts'
import { addDays, chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { serviceTimeBetween, workingTimeBetween } from '../../src/lib/rules/time/service-hours.ts'
import {
  AGES,
  type Clock,
  percentile,
  RECENT_MS,
  startOfChinaDay,
  type Waited,
} from '../../src/lib/rules/time/waiting.ts'
import { answersSince, listQueue } from '../chat/queue.ts'
import { listReports } from '../corrections/corrections.ts'
import { countRows, toTimestamp } from '../db/page.ts'
import type { Tables } from '../db/schema.ts'
import type { Services } from '../http/types.ts'
import { doneSince, listSubmitted } from '../orders/submitted-orders.ts'
import { listEveryReservation } from '../reservations/reservations.ts'
import { listEvents } from '../security-log/routes.ts'
import { limitOf } from '../storage/quota.ts'
import { listEveryCompany } from './companies.ts'

interface Desk extends Pick<Services, 'db' | 'securityLog' | 'disk'> {
  operatorId: number
  clock: Clock
}

/** Each count is one of the list that it leads to, by the filter that stands in the address. */
export async function readFigures(desk: Desk): Promise<Figures> {
  await desk.securityLog.flush()
  const lists = Object.keys(WAITING_LISTS) as WaitingList[]
  return {
    waiting: await Promise.all(lists.map((list) => readWaiting(desk, list))),
    speeds: {
      answered: await answerSpeed(desk),
      taken: await orderSpeed(desk, 'taken', ['application']),
      settled: await orderSpeed(desk, 'settled', ['application']),
      requests: await orderSpeed(desk, 'settled', ADDITIONAL_KINDS),
    },
    weeks: await readWeeks(desk),
    storage: await readStorage(desk),
    sms: await readTroubles(desk, 'sms-refused', 'note'),
    faults: await readTroubles(desk, 'fault', 'action'),
  }
}

type Part = { waited?: Waited; assigned?: 'mine' | 'none' }

/** Of the rows that wait in a section a part, or all: how many, and since when the oldest does. */
async function sumUp({ db, operatorId, clock }: Desk, list: WaitingList, { waited, assigned }: Part) {
  const age = waited === 'late' ? undefined : waited
  switch (list) {
    case 'conversations': {
      const filter = { ...WAITING_LISTS[list], assigned: assigned ?? ('all' as const), waited }
      const { rows } = listQueue(db, operatorId, filter, clock)
      return summarize(rows, 'conversations.waiting_since')
    }
    case 'orders':
    case 'requests': {
      const kinds = list === 'orders' ? (['application'] as const) : ADDITIONAL_KINDS
      const filter = { ...WAITING_LISTS[list], waited, assigned: assigned ?? ('all' as const), kinds }
      const { rows } = listSubmitted({ db, operatorId, clock }, filter)
      return summarize(rows, 'submitted_at')
    }
    case 'reservations': {
      const { rows } = listEveryReservation(db, { ...WAITING_LISTS[list], waited: age }, clock.nowMs)
      return summarize(rows, 'reservations.created_at')
    }
    case 'corrections': {
      const { rows } = listReports(db, { ...WAITING_LISTS[list], waited: age }, clock.nowMs)
      return summarize(rows, 'corrections.created_at')
    }
  }
}

async function summarize<Row>(
  rows: SelectQueryBuilder<Tables, never, Row>,
  since: string,
): Promise<{ oldest: number | null; total: number }> {
  return rows
    .clearSelect()
    .clearOrderBy()
    .select((row) => row.fn.countAll<number>().as('total'))
    .select(sql<number | null>`min(${sql.ref(since)})`.as('oldest'))
    .executeTakeFirstOrThrow()
}

const OWNED: readonly WaitingList[] = ['conversations', 'orders', 'requests']

async function readWaiting(desk: Desk, list: WaitingList): Promise<Figures['waiting'][number]> {
  const count = async (part: Part) => (await sumUp(desk, list, part)).total
  const [today, days, long] = await Promise.all(AGES.map((waited) => count({ waited })))
  const { oldest } = await sumUp(desk, list, {})
  return {
    list,
    today: today ?? 0,
    days: days ?? 0,
    long: long ?? 0,
    owned: OWNED.includes(list)
      ? {
          mine: await count({ assigned: 'mine' }),
          none: await count({ assigned: 'none' }),
          late: await count({ waited: 'late' }),
        }
      : null,
    oldest: oldest === null ? null : toTimestamp(oldest),
  }
}

type Speed = Figures['speeds']['answered']

function speedOf(spans: readonly number[], rows: number): Speed {
  const at = (share: number) => percentile(spans, share) ?? null
  return { times: spans.length, rows, median: at(0.5), ninth: at(0.9) }
}

async function answerSpeed({ db, operatorId, clock }: Desk): Promise<Speed> {
  const answers = await answersSince(db, clock.nowMs - RECENT_MS)
    .select(['created_at', 'answers_since'])
    .$narrowType<{ answers_since: number }>()
    .execute()
  const filter = { state: 'all', assigned: 'all', answered: 'recently' } as const
  const rows = await countRows(listQueue(db, operatorId, filter, clock).rows)
  return speedOf(
    answers.map(({ created_at, answers_since }) =>
      serviceTimeBetween(clock.hours, answers_since, created_at),
    ),
    rows,
  )
}

/** Each application is done once: there are as many rows. */
async function orderSpeed(
  { db, clock }: Desk,
  done: 'taken' | 'settled',
  kinds: Parameters<typeof listSubmitted>[1]['kinds'],
): Promise<Speed> {
  const orders = await doneSince(db, done, clock.nowMs - RECENT_MS)
    .innerJoin('submitted_orders as orders', 'orders.id', 'event.order_id')
    .where('orders.kind', 'in', kinds)
    .select(['event.at', 'orders.submitted_at'])
    .$narrowType<{ submitted_at: number }>()
    .execute()
  return speedOf(
    orders.map(({ submitted_at, at }) => workingTimeBetween(clock.hours, submitted_at, at)),
    orders.length,
  )
}

/** Weeks begin on Monday. What became of an application is what it is now. */
async function readWeeks({ db, clock }: Desk): Promise<Figures['weeks']> {
  const today = chinaDay(new Date(clock.nowMs))
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  const weeks = Array.from({ length: FIGURE_WEEKS }, (_, index) => {
    const from = addDays(monday, 7 * (index - FIGURE_WEEKS + 1))
    return { from, to: addDays(from, 6), counts: new Map<string, number>() }
  })
  const startMs = startOfChinaDay(addDays(monday, 7 * (1 - FIGURE_WEEKS)))
  const orders = await db
    .selectFrom('submitted_orders')
    .where('kind', '=', 'application')
    .where('submitted_at', '>=', startMs)
    .select(['state', 'submitted_at'])
    .$narrowType<{ submitted_at: number }>()
    .execute()
  for (const { state, submitted_at } of orders) {
    const counts = weeks[Math.floor((submitted_at - startMs) / (7 * DAY_MS))]?.counts
    counts?.set(state, (counts.get(state) ?? 0) + 1)
  }
  return weeks.map(({ from, to, counts }) => ({
    from,
    to,
    states: ORDER_STATES.filter((state) => state !== 'draft').map((state) => ({
      state,
      count: counts.get(state) ?? 0,
    })),
  }))
}

async function readStorage({ db, disk }: Desk): Promise<Figures['storage']> {
  const { rows } = await listEveryCompany(db, { q: '' })
  const sums = await db
    .selectFrom('companies')
    .select((row) => row.fn.sum<number | null>(row('used_bytes', '+', row.ref('reserved_bytes'))).as('used'))
    .select((row) => row.fn.sum<number | null>(limitOf(row)).as('quota'))
    .where('id', 'in', rows.clearSelect().clearOrderBy().select('companies.id'))
    .executeTakeFirst()
  return {
    used: Number(sums?.used ?? 0),
    quota: Number(sums?.quota ?? 0),
    low: await countRows((await listEveryCompany(db, { q: '', room: 'low' })).rows),
    free: disk.freeBytes(),
  }
}

/** So much of the security log is looked at: its own shortest span. */
const TROUBLE_DAYS = 1

async function readTroubles(
  { db, securityLog, clock }: Desk,
  event: 'sms-refused' | 'fault',
  words: 'note' | 'action',
): Promise<Figures['sms']> {
  const { rows } = listEvents(db, securityLog, { event, days: TROUBLE_DAYS, who: '' }, clock.nowMs)
  const kinds = await rows
    .clearSelect()
    .clearOrderBy()
    .groupBy(`event.${words}`)
    .select((row) => [
      `event.${words} as words`,
      row.fn.sum<number>('event.times').as('times'),
      row.fn.countAll<number>().as('rows'),
    ])
    .execute()
  const sumOf = (column: 'times' | 'rows') => kinds.reduce((sum, kind) => sum + Number(kind[column]), 0)
  return {
    rows: sumOf('rows'),
    times: sumOf('times'),
    kinds: kinds
      .map((kind) => ({ words: kind.words ?? '', times: Number(kind.times) }))
      .sort((a, b) => b.times - a.times),
  }
}
