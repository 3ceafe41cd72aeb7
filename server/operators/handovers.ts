/** What operators did with conversations and applications among themselves, and what was handed to one of them. */

import type { InferOutput } from 'valibot'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  DESK_EVENTS_SHOWN,
  type DeskEvent,
  type HandedOver,
  type handOver,
} from '../../src/lib/contract/operator/work.ts'
import { type Page, pageOfRows, toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'

export type Operator = Pick<Customer, 'id' | 'name'>
export type HandOver = InferOutput<typeof handOver>

/** A conversation or an application of a company. */
export type Subject = { company_id: number } & (
  | { conversation_id: number; order_id: null }
  | { conversation_id: null; order_id: number }
)

type Noted = Pick<Tables['desk_events'], 'kind'> &
  Partial<Pick<Tables['desk_events'], 'to_id' | 'to_name' | 'note' | 'until'>>

/** The operators who have logged in. */
export function listOperators(db: Database): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('operator_people').select(['id', 'name']).orderBy('id').execute()
}

/**
 * Ids of those who are operators now. Whoever was withdrawn takes care of nothing any more, though conversations still
 * name him.
 */
export function operatorIds(db: Database) {
  return db.selectFrom('operator_people').select('id')
}

/** Takes down what an operator did. Call it in the transaction that does it. */
export async function noteDeskEvent(
  transaction: Database,
  subject: Subject,
  { id, name }: Operator,
  { to_id = null, to_name = null, note = '', until = null, kind }: Noted,
  nowMs: number,
): Promise<void> {
  await transaction
    .insertInto('desk_events')
    .values({
      ...subject,
      kind,
      at: nowMs,
      actor_id: id,
      actor: name,
      to_id,
      to_name,
      note,
      until,
      seen_at: to_id === id ? nowMs : null,
    })
    .execute()
}

/** To whom something is handed. @throws Refusal 400 for somebody who is no operator */
export async function findReceiver(db: Database, id: number | null): Promise<Operator | null> {
  if (id === null) return null
  const operator = (await listOperators(db)).find((one) => one.id === id)
  if (!operator) throw new Refusal(CODES.invalid, '只能转交给运营人员')
  return operator
}

/** Newest first. */
export async function historyOf(
  db: Database,
  { conversation_id, order_id }: Pick<Subject, 'conversation_id' | 'order_id'>,
): Promise<DeskEvent[]> {
  const events = db.selectFrom('desk_events').selectAll().orderBy('id', 'desc').limit(DESK_EVENTS_SHOWN)
  const rows =
    conversation_id === null
      ? events.where('order_id', '=', order_id)
      : events.where('conversation_id', '=', conversation_id)
  return (await rows.execute()).map(({ id, kind, actor, to_name, note, until, at }) => ({
    id,
    kind,
    by: actor,
    to: to_name,
    note,
    until: until === null ? null : toTimestamp(until),
    gmt_create: toTimestamp(at),
  }))
}

const HANDED_PER_PAGE = 20

/** What was handed to an operator who has not opened it, and still has it; of each the last time. */
export function pageOfHandedOver(db: Database, operatorId: number): Promise<Page<HandedOver>> {
  const rows = db
    .selectFrom('desk_events as event')
    .innerJoin('companies', 'companies.id', 'event.company_id')
    .leftJoin('operator_conversations as talk', 'talk.id', 'event.conversation_id')
    .leftJoin('submitted_orders as application', 'application.id', 'event.order_id')
    .select(['event.id', 'event.conversation_id', 'event.order_id', 'event.actor', 'event.note', 'event.at'])
    .select(['companies.name as company_name', 'talk.title as talk_title'])
    .select(['application.title as order_title', 'application.kind as order_kind'])
    .where('event.to_id', '=', operatorId)
    .where('event.seen_at', 'is', null)
    .where('event.kind', '=', 'assigned')
    .where((row) =>
      row.or([row('talk.assigned_to', '=', operatorId), row('application.operator_id', '=', operatorId)]),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('desk_events as later')
            .select('later.id')
            .whereRef('later.id', '>', 'event.id')
            .where('later.kind', '=', 'assigned')
            .where((later) =>
              later.or([
                later('later.conversation_id', '=', later.ref('event.conversation_id')),
                later('later.order_id', '=', later.ref('event.order_id')),
              ]),
            ),
        ),
      ),
    )
    .orderBy('event.id', 'desc')
  return pageOfRows(rows, { page: 1, perPage: HANDED_PER_PAGE }, (row) => ({
    id: row.id,
    kind:
      row.conversation_id !== null
        ? 'conversations'
        : row.order_kind === 'application'
          ? 'orders'
          : 'requests',
    subject_id: row.conversation_id ?? row.order_id ?? 0,
    company_name: row.company_name,
    title: row.talk_title ?? row.order_title ?? '',
    by: row.actor,
    note: row.note,
    gmt_create: toTimestamp(row.at),
  }))
}

/** The operator has opened what was handed to him, this time and before. */
export async function seeHandedOver(
  db: Database,
  operatorId: number,
  eventId: number,
  nowMs: number,
): Promise<void> {
  const event = await db
    .selectFrom('desk_events')
    .select(['conversation_id', 'order_id'])
    .where('id', '=', eventId)
    .where('to_id', '=', operatorId)
    .executeTakeFirst()
  if (!event) return
  const unseen = db
    .updateTable('desk_events')
    .set({ seen_at: nowMs })
    .where('to_id', '=', operatorId)
    .where('seen_at', 'is', null)
    .where('id', '<=', eventId)
  await (event.conversation_id === null
    ? unseen.where('order_id', '=', event.order_id)
    : unseen.where('conversation_id', '=', event.conversation_id)
  ).execute()
}
