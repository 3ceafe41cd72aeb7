/** The waiting items of the operators, overdue ones, and today's meetings. */
import { sql } from 'kysely'
import type { QueryOf } from '../../src/lib/contract/call.ts'
import {
  type listWaiting,
  type Today,
  WAITING_PER_PAGE,
  type Waiting,
  type WaitingList,
} from '../../src/lib/contract/operator/desk.ts'
import { readChatDetail, summarizeDetail } from '../../src/lib/rules/chat/chat-detail.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { lateBefore, startOfChinaDay } from '../../src/lib/rules/time/waiting.ts'
import { isDue } from '../chat/queue.ts'
import { countRows, type Page, pageOfRows, toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { hoursOfService } from './shared-values.ts'

export async function readToday(db: Database, operatorId: number, nowMs: number): Promise<Today> {
  const { hours } = await hoursOfService.read(db)
  const [counts, mine, meetings] = await Promise.all([
    countWaiting(db, nowMs),
    countRows(selectWaiting(db, operatorId, nowMs).where('owner.id', '=', operatorId)),
    readMeetings(db, nowMs),
  ])
  return {
    counts: { ...counts, mine },
    late_before: toTimestamp(lateBefore('question', { nowMs, hours })),
    ...meetings,
  }
}

/** Counts the work that waits for operators, by kind. */
export async function countWaiting(db: Database, nowMs: number): Promise<Record<WaitingList, number>> {
  const submitted = db.selectFrom('submitted_orders').where('state', '=', 'submitted')
  const [conversations, orders, requests, reservations, corrections] = await Promise.all([
    countRows(db.selectFrom('operator_conversations').where(isDue(nowMs))),
    countRows(submitted.where('kind', '=', 'application')),
    countRows(submitted.where('kind', '!=', 'application')),
    countRows(db.selectFrom('reservations').where('state', '=', 'requested')),
    countRows(db.selectFrom('corrections').where('state', '=', 'open')),
  ])
  return { conversations, orders, requests, reservations, corrections }
}

/** Selects the waiting items of all lists, in the order of `listWaiting`. */
function selectWaiting(db: Database, operatorId: number, nowMs: number) {
  const talks = db
    .selectFrom('operator_conversations as talk')
    .leftJoin('chat_messages as last', (join) =>
      join.onRef('last.conversation_id', '=', 'talk.id').onRef('last.seq', '=', 'talk.last_seq'),
    )
    .where(isDue(nowMs))
    .select([
      'talk.id',
      'talk.company_id',
      'last.detail as title',
      'last.type',
      'talk.waiting_since as since',
    ])
    .select(['talk.assigned_to as owner_id', sql<WaitingList>`'conversations'`.as('list')])
    .select(sql<number>`0`.as('is_begun'))
  const orders = db
    .selectFrom('submitted_orders as orders')
    .where((row) =>
      row.or([
        row('state', '=', 'submitted'),
        row.and([row('state', '=', 'reviewing'), row('operator_id', '=', operatorId)]),
      ]),
    )
    .select(['orders.id', 'orders.company_id', 'orders.title', sql<0>`0`.as('type'), 'submitted_at as since'])
    .select('operator_id as owner_id')
    .select(sql<WaitingList>`case when kind = 'application' then 'orders' else 'requests' end`.as('list'))
    .select(sql<number>`case when state = 'reviewing' then 1 else 0 end`.as('is_begun'))
  const reservations = db
    .selectFrom('reservations')
    .where('state', '=', 'requested')
    .select(['id', 'company_id', 'target_name as title', sql<0>`0`.as('type'), 'created_at as since'])
    .select([sql<number | null>`cast(null as bigint)`.as('owner_id')])
    .select([sql<WaitingList>`'reservations'`.as('list'), sql<number>`0`.as('is_begun')])
  const corrections = db
    .selectFrom('corrections')
    .where('state', '=', 'open')
    .select(['id', 'company_id', 'text as title', sql<0>`0`.as('type'), 'created_at as since'])
    .select([sql<number | null>`cast(null as bigint)`.as('owner_id')])
    .select([sql<WaitingList>`'corrections'`.as('list'), sql<number>`0`.as('is_begun')])
  return db
    .selectFrom(talks.unionAll(orders).unionAll(reservations).unionAll(corrections).as('waiting'))
    .innerJoin('companies', 'companies.id', 'waiting.company_id')
    .leftJoin('operator_people as owner', 'owner.id', 'waiting.owner_id')
    .select(['waiting.id', 'waiting.list', 'waiting.title', 'waiting.type', 'waiting.since', 'is_begun'])
    .select(['companies.name as company_name', 'owner.id as owner_id', 'owner.name as operator'])
    .orderBy(sql`case when owner.id = ${operatorId} then 0 when owner.id is null then 1 else 2 end`)
    .orderBy('waiting.since')
    .orderBy('waiting.list')
    .orderBy('waiting.id')
}

export async function pageOfWaiting(
  db: Database,
  operatorId: number,
  { assigned, page }: QueryOf<typeof listWaiting>,
  nowMs: number,
): Promise<Page<Waiting>> {
  const { hours } = await hoursOfService.read(db)
  const clock = { nowMs, hours }
  const late = { question: lateBefore('question', clock), application: lateBefore('application', clock) }
  let rows = selectWaiting(db, operatorId, nowMs)
  if (assigned === 'mine') rows = rows.where('owner.id', '=', operatorId)
  if (assigned === 'none') rows = rows.where('owner.id', 'is', null)
  return pageOfRows(rows, { page, perPage: WAITING_PER_PAGE }, ({ owner_id, type, ...row }) => {
    const since = Number(row.since)
    return {
      list: row.list,
      id: row.id,
      company_name: row.company_name,
      title: summarizeDetail(readChatDetail({ type: type ?? 0, detail: row.title ?? '' })),
      since: toTimestamp(since),
      is_late: since < (row.list === 'conversations' ? late.question : late.application),
      operator: row.operator,
      mine: owner_id === operatorId,
      is_begun: row.is_begun === 1,
    }
  })
}

async function readMeetings(db: Database, nowMs: number): Promise<Pick<Today, 'meetings' | 'next_at'>> {
  const from = startOfChinaDay(chinaDay(new Date(nowMs)))
  const confirmed = db.selectFrom('reservations').where('state', '=', 'confirmed')
  const [meetings, next] = await Promise.all([
    countRows(confirmed.where('starts_at', '>=', from).where('starts_at', '<', from + DAY_MS)),
    confirmed
      .select((row) => row.fn.min('starts_at').as('at'))
      .where('starts_at', '>', nowMs)
      .executeTakeFirst(),
  ])
  return { meetings, next_at: next?.at ? toTimestamp(Number(next.at)) : null }
}
