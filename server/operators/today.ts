/** What waits for the operators, what of it has waited too long, and whom they meet today. */
import { OVERDUE_NAMED, type Today } from '../../src/lib/contract/operator/desk.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { lateBefore, startOfChinaDay } from '../../src/lib/rules/time/waiting.ts'
import { isDue } from '../chat/queue.ts'
import { countRows, type Page, pageOfRows, toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { readServiceHours } from './service-hours.ts'

export async function readToday(db: Database, nowMs: number): Promise<Today> {
  const hours = await readServiceHours(db)
  const [counts, talks, orders, meetings] = await Promise.all([
    countWaiting(db, nowMs),
    lateConversations(db, lateBefore('question', { nowMs, hours }), nowMs),
    lateOrders(db, lateBefore('application', { nowMs, hours })),
    readMeetings(db, nowMs),
  ])
  const late = [...talks.items, ...orders.items].sort((a, b) => a.since - b.since)
  return {
    counts,
    late_before: toTimestamp(lateBefore('question', { nowMs, hours })),
    overdue: {
      total: talks.total + orders.total,
      items: late.slice(0, OVERDUE_NAMED).map((one) => ({ ...one, since: toTimestamp(one.since) })),
    },
    ...meetings,
  }
}

/** What waits for operators, by kind. */
export async function countWaiting(db: Database, nowMs: number): Promise<Today['counts']> {
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

type Late = Omit<Today['overdue']['items'][number], 'since'> & { since: number }

const NAMED = { page: 1, perPage: OVERDUE_NAMED }

function lateConversations(db: Database, beforeMs: number, nowMs: number): Promise<Page<Late>> {
  const late = db
    .selectFrom('operator_conversations as conversations')
    .innerJoin('companies', 'companies.id', 'conversations.company_id')
    .where('waiting_since', '<', beforeMs)
    .where(isDue(nowMs))
    .select([
      'conversations.id',
      'conversations.title',
      'conversations.waiting_since as since',
      'companies.name as company_name',
    ])
    .$narrowType<{ since: number }>()
    .orderBy('waiting_since')
    .orderBy('conversations.id')
  return pageOfRows(late, NAMED, (row) => ({ ...row, kind: 'conversations' }))
}

function lateOrders(db: Database, beforeMs: number): Promise<Page<Late>> {
  const late = db
    .selectFrom('submitted_orders as orders')
    .innerJoin('companies', 'companies.id', 'orders.company_id')
    .where('state', '=', 'submitted')
    .where('submitted_at', '<', beforeMs)
    .select([
      'orders.id',
      'orders.title',
      'orders.kind',
      'orders.submitted_at as since',
      'companies.name as company_name',
    ])
    .$narrowType<{ since: number }>()
    .orderBy('submitted_at')
    .orderBy('orders.id')
  return pageOfRows(late, NAMED, ({ kind, ...row }) => ({
    ...row,
    kind: kind === 'application' ? 'orders' : 'requests',
  }))
}

async function readMeetings(db: Database, nowMs: number): Promise<Pick<Today, 'reservations' | 'next_at'>> {
  const from = startOfChinaDay(chinaDay(new Date(nowMs)))
  const confirmed = db
    .selectFrom('reservations')
    .innerJoin('companies', 'companies.id', 'reservations.company_id')
    .where('state', '=', 'confirmed')
    .orderBy('starts_at')
    .orderBy('reservations.id')
  const [ofToday, next] = await Promise.all([
    confirmed
      .select(['reservations.id', 'kind', 'target_name', 'starts_at', 'companies.name as company_name'])
      .where('starts_at', '>=', from)
      .where('starts_at', '<', from + DAY_MS)
      .$narrowType<{ starts_at: number }>()
      .execute(),
    confirmed.select('starts_at').where('starts_at', '>', nowMs).limit(1).executeTakeFirst(),
  ])
  return {
    reservations: ofToday.map((row) => ({ ...row, starts_at: toTimestamp(row.starts_at) })),
    next_at: next?.starts_at ? toTimestamp(next.starts_at) : null,
  }
}
