/** Each change of an order is told to the company by the bell, whoever made it: colleagues want to know, too. */
import { type OrderState, stateName } from '../../src/lib/rules/orders/order-states.ts'
import type { Database } from '../db/schema.ts'
import { sendMessage } from '../messages/messages.ts'
import type { OrderRow } from './order-rows.ts'

type Told = Pick<OrderRow, 'id' | 'company_id' | 'title' | 'receipt_no'>

/** Call it in the transaction that brings the order into the state. @param order with its receipt number, if any */
export async function tellChange(
  transaction: Database,
  { id, company_id, title, receipt_no }: Told,
  { state, note = '' }: { state: OrderState; note?: string | undefined },
  nowMs: number,
): Promise<void> {
  const which = receipt_no === null ? `《${title}》` : `《${title}》（${receipt_no}）`
  const words = `您的申请${which}状态更新为“${stateName(state)}”。`
  const message = note === '' ? words : `${words}说明：${note}`
  await sendMessage(transaction, { company_id, message, category: 'application', application_id: id }, nowMs)
}
