/** Any conversation that operators may see. */
import { CODES } from '../../src/lib/contract/envelope.ts'
import { prepare } from '../db/prepared.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'

/** On the path of every poll of an open conversation. */
const selectById = prepare((db, { id }: { id: number }) =>
  db
    .selectFrom('operator_conversations')
    .select(['id', 'company_id', 'order_id', 'last_seq'])
    .where('id', '=', id),
)

/** @throws Refusal 404 */
export async function findConversation(db: Database, id: number) {
  const [found] = await selectById(db, { id })
  return found ?? noConversation()
}

export function noConversation(): never {
  throw new Refusal(CODES.none, '没有找到这个咨询')
}
