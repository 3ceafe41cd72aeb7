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
import { handoverWords } from '../../src/lib/rules/chat/handover-words.ts'
import { KIND_NAMES, stateName } from '../../src/lib/rules/orders/order-states.ts'
import { RESERVATION_KIND_NAMES, RESERVATION_STATE_NAMES } from '../../src/lib/rules/orders/reservations.ts'
import { formatMoment } from '../../src/lib/rules/time/dates.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'

const ENTRIES_AT_ONCE = 40

/** Behind what a part of the line goes on: `id` of the rows of that very moment, where it is the part's own. */
interface Behind {
  at: number
  /** Rows of that moment are shown already: all (0), those above this id, none (infinity). */
  id: number
}

interface Words {
  title: string
  text: string | null
  href: string | null
}

interface Part {
  kind: TimelineKind
  read: (db: Database, companyId: number, behind: Behind) => Promise<(Words & { id: number; at: number })[]>
}

/** @param place columns of the moment and the id */
function part<Row extends { id: number; at: number }>(
  kind: TimelineKind,
  [moment, number]: readonly [string, string],
  select: (db: Database, companyId: number) => SelectQueryBuilder<Tables, never, Row>,
  toWords: (row: Row) => Words,
): Part {
  const [at, id] = [sql.ref<number>(moment), sql.ref<number>(number)]
  return {
    kind,
    async read(db, companyId, behind) {
      const rest = Number.isFinite(behind.id)
        ? sql<boolean>`(${at} < ${behind.at} or (${at} = ${behind.at} and ${id} < ${behind.id}))`
        : sql<boolean>`${at} <= ${behind.at}`
      const rows = await select(db, companyId)
        .where(rest)
        .orderBy(at, 'desc')
        .orderBy(id, 'desc')
        .limit(ENTRIES_AT_ONCE + 1)
        .execute()
      return rows.map((row) => ({ id: row.id, at: row.at, ...toWords(row) }))
    },
  }
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
function eventsPart(kind: TimelineKind, events: readonly SecurityEventName[]): Part {
  return part(
    kind,
    ['event.at', 'event.id'],
    (db, companyId) =>
      db
        .selectFrom('security_events as event')
        .leftJoin('customers as person', 'person.id', 'event.actor_id')
        .where('event.company_id', '=', companyId)
        .where('event.event', 'in', events)
        .select(['event.id', 'event.at', 'event.event', 'event.note', 'event.address', 'person.name']),
    ({ event, note, address, name }) => ({
      title: SECURITY_EVENTS[event],
      text: join(name, note, address) || null,
      href: null,
    }),
  )
}

const join = (...words: (string | null)[]) => words.filter(Boolean).join(' · ')
const orderHref = (kind: string, id: number) =>
  `/operator/${kind === 'application' ? 'orders' : 'requests'}?id=${id}`
const talkHref = (id: number) => `/operator/conversations?state=all&id=${id}`

/** What a company asks for has two moments: when it asks, and when it is told. */
const ASKED = (['changed_at', 'created_at'] as const).flatMap((moment) => [
  part(
    'reservation',
    [moment, 'id'],
    (db, companyId) =>
      db
        .selectFrom('reservations')
        .where('company_id', '=', companyId)
        .where((row) => (moment === 'changed_at' ? row('state', '<>', 'requested') : row.lit(true)))
        .select(['id', `${moment} as at`, 'kind', 'target_name', 'state', 'note', 'answer']),
    ({ kind, target_name, state, note, answer }) =>
      moment === 'changed_at'
        ? {
            title: `预约${RESERVATION_STATE_NAMES[state]}：${RESERVATION_KIND_NAMES[kind]}`,
            text: join(target_name, answer) || null,
            href: '/operator/reservations',
          }
        : {
            title: `提出预约：${RESERVATION_KIND_NAMES[kind]}`,
            text: join(target_name, note) || null,
            href: '/operator/reservations',
          },
  ),
  part(
    'correction',
    [moment, 'id'],
    (db, companyId) =>
      db
        .selectFrom('corrections')
        .where('company_id', '=', companyId)
        .where((row) => (moment === 'changed_at' ? row('state', '<>', 'open') : row.lit(true)))
        .select(['id', `${moment} as at`, 'title', 'state', 'text', 'answer']),
    ({ title, state, text, answer }) => ({
      title: moment === 'changed_at' ? `纠错${CORRECTION_STATE_NAMES[state]}` : '提交纠错',
      text: join(title, moment === 'changed_at' ? answer : text) || null,
      href: '/operator/corrections',
    }),
  ),
])

/** Of one moment the first of these come first. */
const PARTS: readonly Part[] = [
  part(
    'order',
    ['event.at', 'event.id'],
    (db, companyId) =>
      db
        .selectFrom('order_events as event')
        .innerJoin('submitted_orders as orders', 'orders.id', 'event.order_id')
        .where('orders.company_id', '=', companyId)
        .select(['event.id', 'event.at', 'event.state', 'event.actor', 'event.note'])
        .select(['orders.id as order_id', 'orders.kind', 'orders.title']),
    ({ state, actor, note, order_id, kind, title }) => ({
      title: `${KIND_NAMES[kind]}：${stateName(state)}`,
      text: join(title, actor, note),
      href: orderHref(kind, order_id),
    }),
  ),
  part(
    'conversation',
    ['message.created_at', 'message.id'],
    (db, companyId) =>
      db
        .selectFrom('operator_conversations as conversations')
        .innerJoin('chat_messages as message', 'message.conversation_id', 'conversations.id')
        .where('conversations.company_id', '=', companyId)
        .select(['message.id', 'message.created_at as at', 'message.admin', 'message.type'])
        .select(['message.detail', 'conversations.id as conversation_id', 'conversations.title']),
    ({ admin, type, detail, conversation_id, title }) => ({
      title: join(admin === null ? '企业说' : `${admin} 回复`, title),
      text: summarizeDetail(readChatDetail({ type, detail })),
      href: talkHref(conversation_id),
    }),
  ),
  part(
    'work',
    ['event.at', 'event.id'],
    (db, companyId) =>
      db
        .selectFrom('desk_events as event')
        .leftJoin('orders', 'orders.id', 'event.order_id')
        .where('event.company_id', '=', companyId)
        .select(['event.id', 'event.at', 'event.kind', 'event.actor', 'event.to_name', 'event.until'])
        .select(['event.note', 'event.conversation_id', 'event.order_id', 'orders.kind as order_kind'])
        .select('orders.title'),
    ({ kind, actor, to_name, until, note, conversation_id, order_id, order_kind, title }) => ({
      title: `${actor}${handoverWords(kind, to_name, until === null ? null : formatMoment(toTimestamp(until)))}`,
      text: join(title, note) || null,
      href: conversation_id ? talkHref(conversation_id) : orderHref(order_kind ?? '', order_id ?? 0),
    }),
  ),
  ...ASKED,
  part(
    'message',
    ['created_at', 'id'],
    (db, companyId) =>
      db
        .selectFrom('messages')
        .where('company_id', '=', companyId)
        .select(['id', 'created_at as at', 'message']),
    ({ message }) => ({ title: '发送消息', text: message, href: null }),
  ),
  eventsPart('level', ['level-changed']),
  eventsPart('account', ACCOUNT_EVENTS),
  part(
    'account',
    ['created_at', 'id'],
    (db, companyId) =>
      db.selectFrom('companies').where('id', '=', companyId).select(['id', 'created_at as at', 'name']),
    ({ name }) => ({ title: '注册', text: name, href: null }),
  ),
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
