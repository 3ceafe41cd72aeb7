/** What happened to orders, and who did it. */
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import type { OrderState } from '../../src/lib/rules/orders/order-states.ts'
import type { Database } from '../db/schema.ts'

export type Author = Pick<Customer, 'id' | 'name' | 'company_id'>

/** Call it in the transaction that brings the order into the state. */
export async function addEvent(
  transaction: Database,
  orderId: number,
  event: { state: OrderState; actor: string; note: string },
  nowMs: number,
): Promise<void> {
  await transaction
    .insertInto('order_events')
    .values({ ...event, order_id: orderId, at: nowMs })
    .execute()
}
