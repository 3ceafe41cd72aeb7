/** An operator as customers see him: by his entry among the experts if there is one, else by his own name. */
import type { Conversation } from '../../src/lib/contract/chat/chat.ts'
import type { Database } from '../db/schema.ts'
import type { Party } from './party.ts'

const TITLE = '政策顾问'

/** Null: there is no such person. */
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
