/** Conversations for operators, and the waiting list. */

import { type ExpressionBuilder, sql } from 'kysely'
import type { AnswerOf, QueryOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  CONVERSATIONS_PER_PAGE,
  type listConversations,
  MESSAGES_FOUND_PER_PAGE,
  MESSAGES_SEARCHED,
  type OperatorConversation,
  type QueuedConversation,
  type searchMessages,
} from '../../src/lib/contract/operator/conversation.ts'
import { type Clock, RECENT_MS, waitedSpan } from '../../src/lib/rules/time/waiting.ts'
import { type Listing, type Page, pageOf, toTimestamp } from '../db/page.ts'
import { prepare } from '../db/prepared.ts'
import type { Database, Tables } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { operatorIds } from '../operators/handovers.ts'
import { tagsOf, tagsOfAll } from '../operators/tags.ts'
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
  'conversations.merged_at',
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

function toOperatorView(row: Row, tags: string[]): OperatorConversation {
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
    tags,
    desk_mark: row.desk_mark ?? 0,
    merged_at: row.merged_at === null ? null : toTimestamp(row.merged_at),
  }
}

/** Undefined for none. */
export async function findOperatorView(db: Database, id: number): Promise<OperatorConversation | undefined> {
  const row = await selectView(db).where('id', '=', id).executeTakeFirst()
  return row && toOperatorView(row, await tagsOf(db, { conversation_id: id, order_id: null }))
}

type Filters = Omit<QueryOf<typeof listConversations>, 'page'>

export function pageOfQueue(
  db: Database,
  operatorId: number,
  { page, ...filters }: QueryOf<typeof listConversations>,
  clock: Clock,
): Promise<Page<QueuedConversation>> {
  return pageOf(listQueue(db, operatorId, filters, clock), { page, perPage: CONVERSATIONS_PER_PAGE })
}

/** @param operatorId whose are `mine` */
export function listQueue(db: Database, operatorId: number, filters: Filters, clock: Clock) {
  return {
    rows: selectQueue(db, operatorId, filters, clock),
    id: 'conversations.id',
    toItems: async (rows) => {
      const ids = rows.map(({ id }) => id)
      const tags = await tagsOfAll(db, 'conversation_id', ids)
      return rows.map((row) => ({
        ...toOperatorView(row, tags.get(row.id) ?? []),
        last: toLast(row, 'operator'),
      }))
    },
  } satisfies Listing<
    Awaited<ReturnType<ReturnType<typeof selectQueue>['execute']>>[number],
    QueuedConversation
  >
}

/** Answers of operators to companies that waited for them, since then. */
export function answersSince(db: Database, sinceMs: number) {
  return db
    .selectFrom('chat_messages')
    .where('answers_since', 'is not', null)
    .where('created_at', '>', sinceMs)
}

/** For `where`: somebody waits for an answer, and it is not put off. Who is put off waits all the same. */
export function isDue(nowMs: number) {
  return sql<boolean>`waiting_since is not null and (snoozed_until is null or snoozed_until <= ${nowMs})`
}

function selectQueue(
  db: Database,
  operatorId: number,
  { state, assigned, kind, tag, q, waited, answered }: Filters,
  clock: Clock,
) {
  const all = db.selectFrom('operator_conversations as conversations')
  let rows = withLastMessage(all).select(viewColumns)
  if (kind) rows = rows.where('conversations.kind', '=', kind)
  if (tag) {
    rows = rows.where('conversations.id', 'in', (row) =>
      row
        .selectFrom('desk_tags')
        .select('desk_tags.conversation_id')
        .where('desk_tags.name', '=', tag)
        .where('desk_tags.conversation_id', 'is not', null)
        .$narrowType<{ conversation_id: number }>(),
    )
  }
  if (assigned === 'mine') rows = rows.where('conversations.assigned_to', '=', operatorId)
  if (assigned === 'none') {
    rows = rows.where((row) =>
      row.or([
        row('conversations.assigned_to', 'is', null),
        row('conversations.assigned_to', 'not in', operatorIds(db)),
      ]),
    )
  }
  if (waited) {
    const { from, before } = waitedSpan(waited, 'question', clock)
    rows = rows
      .where('conversations.waiting_since', '>=', from)
      .where('conversations.waiting_since', '<', before)
  }
  if (answered) {
    const ids = answersSince(db, clock.nowMs - RECENT_MS).select('conversation_id')
    rows = rows.where('conversations.id', 'in', ids)
  }
  if (q) {
    const pattern = patternOf(q.toLowerCase())
    rows = rows.where((row) =>
      row.or([
        sql<boolean>`lower(conversations.title) like ${pattern} escape '\\'`,
        row(
          'conversations.company_id',
          'in',
          row
            .selectFrom('companies')
            .select('companies.id')
            .where(sql<boolean>`lower(companies.name) like ${pattern} escape '\\'`),
        ),
      ]),
    )
  }
  if (state === 'waiting') {
    return rows.where(isDue(clock.nowMs)).orderBy('conversations.waiting_since').orderBy('conversations.id')
  }
  if (state === 'snoozed') {
    return rows
      .where('conversations.waiting_since', 'is not', null)
      .where('conversations.snoozed_until', '>', clock.nowMs)
      .orderBy('conversations.snoozed_until')
      .orderBy('conversations.id')
  }
  if (state === 'unread')
    rows = rows.where((row) => row.exists(selectUnread(row, 'operator').select('unread.id')))
  if (state === 'answered') rows = rows.where('conversations.waiting_since', 'is', null)
  return rows.orderBy('conversations.last_at', 'desc').orderBy('conversations.id', 'desc')
}

/** On the path of every poll of an open conversation. */
const selectById = prepare((db, { id }: { id: number }) =>
  db
    .selectFrom('operator_conversations')
    .select(['id', 'company_id', 'order_id', 'policy_id', 'last_seq', 'merged_into'])
    .where('id', '=', id),
)

/** What an old address names was perhaps merged into another one. @throws Refusal 404 */
export async function findConversation(db: Database, id: number) {
  const [found] = await selectById(db, { id })
  if (found?.merged_into) return findConversation(db, found.merged_into)
  return found ?? noConversation()
}

/** Around a word that was found, as much as a sentence. */
const EXCERPT = { before: 30, length: 120 }

/** A page of messages with all words of `q`, of those before message `before` (0: of all), newest first. */
export async function findMessages(
  db: Database,
  { q, before }: QueryOf<typeof searchMessages>,
): Promise<AnswerOf<typeof searchMessages>> {
  const words = q.toLowerCase().split(/\s+/)
  const { newest } = await db
    .selectFrom('chat_messages')
    .select((row) => row.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  const end = before || (newest ?? 0) + 1
  const begin = Math.max(0, end - MESSAGES_SEARCHED)
  let rows = db
    .selectFrom('chat_messages as message')
    .innerJoin('operator_conversations as talk', 'talk.id', 'message.conversation_id')
    .innerJoin('companies', 'companies.id', 'talk.company_id')
    .select(['message.id', 'message.conversation_id', 'message.seq', 'message.admin', 'message.detail'])
    .select(['message.created_at', 'talk.title', 'companies.name as company_name'])
    .where('message.id', '<', end)
    .where('message.id', '>=', begin)
    .where('message.type', '=', 0)
    .orderBy('message.id', 'desc')
    .limit(MESSAGES_FOUND_PER_PAGE)
  for (const word of words) {
    rows = rows.where(sql<boolean>`lower(message.detail) like ${patternOf(word)} escape '\\'`)
  }
  const found = await rows.execute()
  const last = found.at(-1)
  const isFull = found.length === MESSAGES_FOUND_PER_PAGE && last !== undefined
  return {
    items: found.map(({ detail, created_at, ...row }) => ({
      ...row,
      text: excerptOf(detail, words[0] ?? ''),
      gmt_create: toTimestamp(created_at),
    })),
    next: isFull ? last.id : begin > 1 ? begin : null,
  }
}

function patternOf(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`
}

function excerptOf(text: string, word: string): string {
  const begin = Math.max(0, text.toLowerCase().indexOf(word) - EXCERPT.before)
  const end = begin + EXCERPT.length
  return `${begin > 0 ? '…' : ''}${text.slice(begin, end).toWellFormed()}${end < text.length ? '…' : ''}`
}

export function noConversation(): never {
  throw new Refusal(CODES.none, '没有找到这个咨询')
}
