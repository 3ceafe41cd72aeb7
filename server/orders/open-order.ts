/** Orders that are open to changes of their files. */
import { CODES } from '../../src/lib/contract/envelope.ts'
import { OPEN_TO_FILES, stateName } from '../../src/lib/rules/orders/order-states.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { findOwnOrder, type OrderRow } from './order-rows.ts'

/** Keeps the order's state from changing until the transaction ends. @throws Refusal 404, 409 closed to files */
export async function lockOrder(
  tx: Database,
  companyId: number,
  orderId: number,
  nowMs: number,
): Promise<Pick<OrderRow, 'state' | 'submitted_at'>> {
  const locked = await tx
    .updateTable('orders')
    .set({ updated_at: nowMs })
    .where('id', '=', orderId)
    .where('company_id', '=', companyId)
    .where('state', 'in', OPEN_TO_FILES)
    .returning(['state', 'submitted_at'])
    .executeTakeFirst()
  if (!locked) throw closed(await findOwnOrder(tx, companyId, orderId))
  return locked
}

/** Before the object is counted; whether it is still so is settled by `lockOrder`. @throws Refusal 404, 409 */
export async function refuseWhenClosed(db: Database, companyId: number, orderId: number): Promise<void> {
  const order = await findOwnOrder(db, companyId, orderId)
  if (!OPEN_TO_FILES.some((open) => open === order.state)) throw closed(order)
}

function closed({ state }: OrderRow): Refusal {
  return new Refusal(CODES.conflict, `这份申请${stateName(state)}，不能更改文件`)
}
