import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'

/** The order that `advisory_id` of a file names; 0: none. @throws Refusal 404 for another company's as for none */
export async function orderOf(db: Database, companyId: number, advisoryId: number): Promise<number | null> {
  if (advisoryId === 0) return null
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', advisoryId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!order) throw new Refusal(CODES.none, '没有找到这份申请')
  return order.id
}
