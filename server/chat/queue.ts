import { type ExpressionBuilder, sql } from 'kysely'
import type { QueryOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  CONVERSATIONS_PER_PAGE,
  type listConversations,
  type OperatorConversation,
  type QueuedConversation,
} from '../../src/lib/contract/operator/conversation.ts'
import { contains } from '../db/contains.ts'
import { type Listing, type Page, pageOf, toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { operatorIds } from '../operators/handovers.ts'
import { countUnread, selectUnread, toLast, withLastMessage } from './messages.ts'

const COLUMNS = [
  'conversations.id',
  'conversations.kind',
  'conversations.company_id',
  'conversations.order_id',
  'conversations.title',
  'conversations.policy_id',
  'conversations.assigned_to',
  'conversations.closed',
  'conversations.last_seq',
  'conversations.operator_read_seq',
  'conversations.waiting_since',
  'conversations.snoozed_until',
] as const

function viewColumns(row: ExpressionBuilder<Tables, 'conversations'>) {
  return [
    ...COLUMNS,
    countUnread(row, 'operator').as('unread'),
    row
      .selectFrom('companies')
      .select('companies.name')
      .whereRef('companies.id', '=', 'conversations.company_id')
      .as('company_name'),
    row
      .selectFrom('customers')
      .select('customers.name')
      .whereRef('customers.id', '=', 'conversations.assigned_to')
      .as('assigned_name'),
    row
      .selectFrom('operator_people')
      .select('operator_people.id')
      .whereRef('operator_people.id', '=', 'conversations.assigned_to')
      .as('assigned_operator'),
    row
      .selectFrom('desk_events')
      .select((event) => event.fn.max('desk_events.id').as('newest'))
      .whereRef('desk_events.conversation_id', '=', 'conversations.id')
      .as('desk_mark'),
  ] as const
}

function selectView(db: Database) {
  return db.selectFrom('operator_conversations as conversations').select(viewColumns)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectView>['execute']>>[number]

function toOperatorView(row: Row): OperatorConversation {
  const name = row.assigned_name ?? ''
  const hasLeft = row.assigned_operator === null

  return {
    id: row.id,
    kind: row.kind,
    company: { id: row.company_id, name: row.company_name ?? '' },
    advisory_id: row.order_id ?? 0,
    title: row.title,
    policy_id: row.policy_id,
    assigned:
      row.assigned_to === null
        ? null
        : { id: row.assigned_to, name: hasLeft ? `${name}（已不是运营人员）` : name },
    closed: row.closed === 1,
    unread: row.unread ?? 0,
    last_seq: row.last_seq,
    read_seq: row.operator_read_seq,
    waiting_since: row.waiting_since === null ? null : toTimestamp(row.waiting_since),
    snoozed_until: row.snoozed_until === null ? null : toTimestamp(row.snoozed_until),
    desk_mark: row.desk_mark ?? 0,
  }
}

export async function findOperatorView(db: Database, id: number): Promise<OperatorConversation> {
  return toOperatorView(await selectView(db).where('id', '=', id).executeTakeFirstOrThrow(noConversation))
}

type Filters = Omit<QueryOf<typeof listConversations>, 'page'>

export function pageOfQueue(
  db: Database,
  operatorId: number,
  { page, ...filters }: QueryOf<typeof listConversations>,
  nowMs: number,
): Promise<Page<QueuedConversation>> {
  return pageOf(listQueue(db, operatorId, filters, nowMs), { page, perPage: CONVERSATIONS_PER_PAGE })
}

export function listQueue(db: Database, operatorId: number, filters: Filters, nowMs: number) {
  return {
    rows: selectQueue(db, operatorId, filters, nowMs),
    id: 'conversations.id',
    toItems: (rows) => rows.map((row) => ({ ...toOperatorView(row), last: toLast(row, 'operator') })),
  } satisfies Listing<
    Awaited<ReturnType<ReturnType<typeof selectQueue>['execute']>>[number],
    QueuedConversation
  >
}

/** For `where`: the company waits for an answer, and the conversation is not put off. A company that is put off still waits. */
export function isDue(nowMs: number) {
  return sql<boolean>`waiting_since is not null and (snoozed_until is null or snoozed_until <= ${nowMs})`
}

function selectQueue(db: Database, operatorId: number, { state, assigned, kind, q }: Filters, nowMs: number) {
  const all = db.selectFrom('operator_conversations as conversations')
  let rows = withLastMessage(all).select(viewColumns)
  if (kind) rows = rows.where('conversations.kind', '=', kind)
  if (assigned === 'mine') rows = rows.where('conversations.assigned_to', '=', operatorId)
  if (assigned === 'none') {
    rows = rows.where((row) =>
      row.or([
        row('conversations.assigned_to', 'is', null),
        row('conversations.assigned_to', 'not in', operatorIds(db)),
      ]),
    )
  }
  if (q) {
    rows = rows.where((row) =>
      row.or([
        contains('conversations.title', q),
        row(
          'conversations.company_id',
          'in',
          row.selectFrom('companies').select('companies.id').where(contains('companies.name', q)),
        ),
      ]),
    )
  }
  if (state === 'waiting') {
    return rows.where(isDue(nowMs)).orderBy('conversations.waiting_since').orderBy('conversations.id')
  }
  if (state === 'snoozed') {
    return rows
      .where('conversations.waiting_since', 'is not', null)
      .where('conversations.snoozed_until', '>', nowMs)
      .orderBy('conversations.snoozed_until')
      .orderBy('conversations.id')
  }
  if (state === 'unread')
    rows = rows.where((row) => row.exists(selectUnread(row, 'operator').select('unread.id')))
  if (state === 'answered') rows = rows.where('conversations.waiting_since', 'is', null)
  return rows.orderBy('conversations.last_at', 'desc').orderBy('conversations.id', 'desc')
}

export function findConversation(db: Database, id: number) {
  return db
    .selectFrom('operator_conversations')
    .select(['id', 'company_id', 'order_id', 'policy_id', 'last_seq'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(noConversation)
}

export function noConversation(): Refusal {
  return new Refusal(CODES.none, '没有找到这个咨询')
}
