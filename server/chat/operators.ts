/** Who takes care of a conversation, who may, and whether somebody still has to. */
import type { Conversation } from '../../src/lib/contract/chat/chat.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Party } from './messages.ts'

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

/**
 * Hands a conversation over from one operator (null: nobody) to another.
 * @throws Refusal 400 for somebody who is no operator, 409 when `from` does not have it any more
 */
export async function assign(
  db: Database,
  conversationId: number,
  { operator_id, from }: { operator_id: number | null; from: number | null },
): Promise<void> {
  const operators = await listOperators(db)
  if (operator_id !== null && !operators.some(({ id }) => id === operator_id)) {
    throw new Refusal(CODES.invalid, '只能转交给运营人员')
  }
  const handedOver = await db
    .updateTable('conversations')
    .set({ assigned_to: operator_id })
    .where('id', '=', conversationId)
    .where('assigned_to', 'is not distinct from', from)
    .returning('id')
    .executeTakeFirst()
  if (!handedOver) throw new Refusal(CODES.conflict, '这个咨询的负责人刚刚有变化，请刷新后再试')
}

/**
 * Nobody waits for an answer any more to what was said up to `seq`.
 * @throws Refusal 409 when the company has said more since
 */
export async function settle(db: Database, conversationId: number, seq: number): Promise<void> {
  const settled = await db
    .updateTable('conversations')
    .set({ waiting_since: null })
    .where('id', '=', conversationId)
    .where((row) => row.or([row('last_seq', '<=', seq), row('waiting_since', 'is', null)]))
    .returning('id')
    .executeTakeFirst()
  if (!settled) throw new Refusal(CODES.conflict, '企业刚刚又发来了消息，请看过后再处理')
}

const TITLE = '政策顾问'

/**
 * An operator as customers see him: by his entry among the experts if there is one, else by his own name. Null: there is
 * no such person.
 */
export async function operatorCard(db: Database, id: number): Promise<Conversation['expert']> {
  const row = await db
    .selectFrom('customers')
    .leftJoin('experts', (join) =>
      join.onRef('experts.operator_id', '=', 'customers.id').on('experts.hidden', '=', 0),
    )
    .select(['customers.id', 'customers.name', 'experts.name as expert_name', 'experts.title'])
    .where('customers.id', '=', id)
    .orderBy('experts.id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return { id, name: row.expert_name ?? row.name, title: row.title ?? TITLE, avatar: null }
}

/** What a message or file keeps as the operator's name; null for the company's people. */
export async function adminName(db: Database, { side, person }: Party): Promise<string | null> {
  if (side === 'company') return null
  const card = await operatorCard(db, person.id)
  return card?.name ?? person.name
}
