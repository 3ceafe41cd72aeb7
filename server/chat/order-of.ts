import type { Customer } from '../../src/lib/contract/account/customer.ts'
import type { Database } from '../db/schema.ts'
import { findVisibleOrder, noOrder } from '../orders/order-rows.ts'

/**
 * The order that `advisory_id` of a company's file names; 0: none.
 * @throws Refusal 404 for another company's, and for what the person may not see, as for none
 */
export async function orderOf(
  db: Database,
  person: Customer,
  companyId: number,
  advisoryId: number,
): Promise<number | null> {
  if (advisoryId === 0) return null
  const order = await findVisibleOrder(db, person, advisoryId)
  if (order.company_id !== companyId) throw noOrder()
  return order.id
}
