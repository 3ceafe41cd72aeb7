/** All about a company in one line of time: rows of many tables, merged as they are read. */
import { type SelectQueryBuilder, sql } from 'kysely'
import type { AnswerOf, QueryOf } from '../../src/lib/contract/call.ts'
import type {
  listCompanyTimeline,
  TimelineEntry,
  TimelineKind,
} from '../../src/lib/contract/operator/company.ts'
import { SECURITY_EVENTS, type SecurityEventName } from '../../src/lib/contract/operator/security-log.ts'
import { CORRECTION_STATE_NAMES } from '../../src/lib/contract/policies/correction.ts'
import { readChatDetail, summarizeDetail } from '../../src/lib/rules/chat/chat-detail.ts'
import { KIND_NAMES, stateName } from '../../src/lib/rules/orders/order-states.ts'
import { RESERVATION_KIND_NAMES, RESERVATION_STATE_NAMES } from '../../src/lib/rules/orders/reservations.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'

const ENTRIES_AT_ONCE = 40

/** Behind what a part of the line goes on: `id` of the rows of that very moment, where it is the part's own. */
interface Behind {
  at: number
  /** Rows of that moment are shown already: all (0), those above this id, none (infinity). */
  id: number
}

interface Found {
  id: number
  at: number
  title: string
  text: string | null
  href: string | null
}

interface Part {
  kind: TimelineKind
  read: (db: Database, companyId: number, behind: Behind) => Promise<Found[]>
}

/** The next rows of a table, the newest first. */
function next<Row>(
  rows: SelectQueryBuilder<Tables, never, Row>,
  { at, id }: { at: string; id: string },
  behind: Behind,
): Promise<Row[]> {
  const [moment, number] = [sql.ref<number>(at), sql.ref<number>(id)]
  const rest = Number.isFinite(behind.id)
    ? sql<boolean>`(${moment} < ${behind.at} or (${moment} = ${behind.at} and ${number} < ${behind.id}))`
    : sql<boolean>`${moment} <= ${behind.at}`
  return rows
    .where(rest)
    .orderBy(moment, 'desc')
    .orderBy(number, 'desc')
    .limit(ENTRIES_AT_ONCE + 1)
    .execute()
}

const ACCOUNT_EVENTS: readonly SecurityEventName[] = [
  'login',
  'session-ended',
  'person-joined',
  'person-removed',
  'operator-download',
  'export',
  'deletion-asked',
  'deletion-cancelled',
  'file-differs',
  'file-refused',
]

/** Of the security log, which keeps them for 200 days. */
async function readEvents(
  db: Database,
  companyId: number,
  events: readonly SecurityEventName[],
  behind: Behind,
): Promise<Found[]> {
  const rows = db
    .selectFrom('security_events as event')
    .leftJoin('customers as person', 'person.id', 'event.actor_id')
    .where('event.company_id', '=', companyId)
    .where('event.event', 'in', events)
    .select(['event.id', 'event.at', 'event.event', 'event.note', 'event.address', 'person.name'])
  const found = await next(rows, { at: 'event.at', id: 'event.id' }, behind)
  return found.map(({ id, at, event, note, address, name }) => ({
    id,
    at,
    title: SECURITY_EVENTS[event],
    text: [name, note, address].filter(Boolean).join(' · ') || null,
    href: null,
  }))
}

const orderHref = (kind: string, id: number) =>
  `/operator/${kind === 'application' ? 'orders' : 'requests'}?id=${id}`

/** Of one moment the first of these come first. */
const PARTS: readonly Part[] = [
  {
    kind: 'order',
    read: async (db, companyId, behind) => {
      const rows = db
        .selectFrom('order_events as event')
        .innerJoin('submitted_orders as orders', 'orders.id', 'event.order_id')
        .where('orders.company_id', '=', companyId)
        .select(['event.id', 'event.at', 'event.state', 'event.actor', 'event.note'])
        .select(['orders.id as order_id', 'orders.kind', 'orders.title'])
      const found = await next(rows, { at: 'event.at', id: 'event.id' }, behind)
      return found.map(({ id, at, state, actor, note, order_id, kind, title }) => ({
        id,
        at,
        title: `${KIND_NAMES[kind]}：${stateName(state)}`,
        text: [title, actor, note].filter(Boolean).join(' · '),
        href: orderHref(kind, order_id),
      }))
    },
  },
  {
    kind: 'conversation',
    read: async (db, companyId, behind) => {
      const rows = db
        .selectFrom('operator_conversations as conversations')
        .innerJoin('chat_messages as message', 'message.conversation_id', 'conversations.id')
        .where('conversations.company_id', '=', companyId)
        .select(['message.id', 'message.created_at as at', 'message.admin', 'message.type'])
        .select(['message.detail', 'conversations.id as conversation_id', 'conversations.title'])
      const found = await next(rows, { at: 'message.created_at', id: 'message.id' }, behind)
      return found.map(({ id, at, admin, type, detail, conversation_id, title }) => ({
        id,
        at,
        title: [admin === null ? '企业说' : `${admin} 回复`, title].filter(Boolean).join(' · '),
        text: summarizeDetail(readChatDetail({ type, detail })),
        href: `/operator/conversations?state=all&id=${conversation_id}`,
      }))
    },
  },
  {
    kind: 'reservation',
    read: async (db, companyId, behind) => {
      const rows = db
        .selectFrom('reservations')
        .where('company_id', '=', companyId)
        .where('state', '<>', 'requested')
        .select(['id', 'changed_at as at', 'kind', 'target_name', 'state', 'answer'])
      const found = await next(rows, { at: 'changed_at', id: 'id' }, behind)
      return found.map(({ id, at, kind, target_name, state, answer }) => ({
        id,
        at,
        title: `预约${RESERVATION_STATE_NAMES[state]}：${RESERVATION_KIND_NAMES[kind]}`,
        text: [target_name, answer].filter(Boolean).join(' · ') || null,
        href: '/operator/reservations',
      }))
    },
  },
  {
    kind: 'reservation',
    read: async (db, companyId, behind) => {
      const rows = db
        .selectFrom('reservations')
        .where('company_id', '=', companyId)
        .select(['id', 'created_at as at', 'kind', 'target_name', 'note'])
      const found = await next(rows, { at: 'created_at', id: 'id' }, behind)
      return found.map(({ id, at, kind, target_name, note }) => ({
        id,
        at,
        title: `提出预约：${RESERVATION_KIND_NAMES[kind]}`,
        text: [target_name, note].filter(Boolean).join(' · ') || null,
        href: '/operator/reservations',
      }))
    },
  },
  {
    kind: 'correction',
    read: async (db, companyId, behind) => {
      const rows = db
        .selectFrom('corrections')
        .where('company_id', '=', companyId)
        .where('state', '<>', 'open')
        .select(['id', 'changed_at as at', 'title', 'state', 'answer'])
      const found = await next(rows, { at: 'changed_at', id: 'id' }, behind)
      return found.map(({ id, at, title, state, answer }) => ({
        id,
        at,
        title: `纠错${CORRECTION_STATE_NAMES[state]}`,
        text: [title, answer].filter(Boolean).join(' · ') || null,
        href: '/operator/corrections',
      }))
    },
  },
  {
    kind: 'correction',
    read: async (db, companyId, behind) => {
      const rows = db
        .selectFrom('corrections')
        .where('company_id', '=', companyId)
        .select(['id', 'created_at as at', 'title', 'text'])
      const found = await next(rows, { at: 'created_at', id: 'id' }, behind)
      return found.map(({ id, at, title, text }) => ({
        id,
        at,
        title: '提交纠错',
        text: [title, text].filter(Boolean).join(' · '),
        href: '/operator/corrections',
      }))
    },
  },
  {
    kind: 'message',
    read: async (db, companyId, behind) => {
      const rows = db
        .selectFrom('messages')
        .where('company_id', '=', companyId)
        .select(['id', 'created_at as at', 'message'])
      const found = await next(rows, { at: 'created_at', id: 'id' }, behind)
      return found.map(({ id, at, message }) => ({ id, at, title: '发送消息', text: message, href: null }))
    },
  },
  { kind: 'level', read: (db, id, behind) => readEvents(db, id, ['level-changed'], behind) },
  { kind: 'account', read: (db, id, behind) => readEvents(db, id, ACCOUNT_EVENTS, behind) },
  {
    kind: 'account',
    read: async (db, companyId, behind) => {
      const rows = db
        .selectFrom('companies')
        .where('id', '=', companyId)
        .select(['id', 'created_at as at', 'name'])
      const found = await next(rows, { at: 'created_at', id: 'id' }, behind)
      return found.map(({ name, ...row }) => ({ ...row, title: '注册', text: name, href: null }))
    },
  },
]

/** A piece of the line: each part reads as much as could be all of it. */
export async function readTimeline(
  db: Database,
  companyId: number,
  { kind, before }: QueryOf<typeof listCompanyTimeline>,
): Promise<Pick<AnswerOf<typeof listCompanyTimeline>, 'items' | 'next'>> {
  const [at = Number.MAX_SAFE_INTEGER, place = -1, id = 0] = (before ?? '')
    .split('.')
    .filter(Boolean)
    .map(Number)
  const wanted = PARTS.map((part, index) => ({ part, index })).filter(
    ({ part }) => kind === undefined || part.kind === kind,
  )
  const pieces = await Promise.all(
    wanted.map(async ({ part, index }) => {
      const shownId = index < place ? 0 : index > place ? Number.POSITIVE_INFINITY : id
      const found = await part.read(db, companyId, { at, id: shownId })
      return found.map((row) => ({ ...row, kind: part.kind, index }))
    }),
  )
  const line = pieces.flat().sort((a, b) => b.at - a.at || a.index - b.index || b.id - a.id)
  const items = line.slice(0, ENTRIES_AT_ONCE).map(
    (row): TimelineEntry => ({
      id: `${row.at}.${row.index}.${row.id}`,
      kind: row.kind,
      at: toTimestamp(row.at),
      title: row.title,
      text: row.text,
      href: row.href,
    }),
  )
  return { items, next: line.length > ENTRIES_AT_ONCE ? (items.at(-1)?.id ?? null) : null }
}
