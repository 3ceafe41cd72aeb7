/** The history of conversations and applications among operators. */
import type { InferOutput } from 'valibot'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { DESK_EVENTS_SHOWN, type DeskEvent, type handOver } from '../../src/lib/contract/operator/work.ts'
import { toTimestamp } from '../db/page.ts'
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

export function listOperators(db: Database): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('operator_people').select(['id', 'name']).orderBy('id').execute()
}

/** Returns the ids of present operators. Conversations may still name one who was withdrawn. */
export function operatorIds(db: Database) {
  return db.selectFrom('operator_people').select('id')
}

/** Records an act of an operator, in the transaction of the act. */
export async function noteDeskEvent(
  transaction: Database,
  subject: Subject,
  { id, name }: Operator,
  { to_id = null, to_name = null, note = '', until = null, kind }: Noted,
  nowMs: number,
): Promise<void> {
  const told = { kind, at: nowMs, actor_id: id, actor: name, to_id, to_name, note, until, seen_at: null }
  await transaction
    .insertInto('desk_events')
    .values({ ...subject, ...told })
    .execute()
}

/** Returns the receiver of a hand-over. @throws Refusal 400 unless the person is an operator */
export async function findReceiver(db: Database, id: number | null): Promise<Operator | null> {
  if (id === null) return null
  const operator = (await listOperators(db)).find((one) => one.id === id)
  if (!operator) throw new Refusal(CODES.invalid, '只能转交给运营人员')
  return operator
}

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
