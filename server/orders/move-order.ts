/** How orders go on: from the state and revision that somebody has seen, or not at all. */
import type { OrderState } from '../../src/lib/rules/orders/order-states.ts'
import type { Database } from '../db/schema.ts'
import { addEvent } from './history.ts'
import type { OrderRow } from './order-rows.ts'
import { receiptNo } from './receipt.ts'
import { tellChange } from './tell.ts'

interface Move {
  state: OrderState
  actor: string
  note?: string | undefined
  /** Further columns that change with it. */
  set?: Partial<Pick<OrderRow, 'fields' | 'title' | 'operator_id'>>
}

/**
 * Leads an order that was read just now to a state, and tells the company when it is another; the first submission
 * gives it its receipt number. Call it in a transaction. False if somebody else was quicker; then nothing has changed.
 */
export async function moveOn(
  transaction: Database,
  order: OrderRow,
  { state, actor, note = '', set = {} }: Move,
  nowMs: number,
): Promise<boolean> {
  const first = state === 'submitted' && order.receipt_no === null
  const receipt = first ? { receipt_no: receiptNo(order.kind, order.id, nowMs), submitted_at: nowMs } : {}
  if (!(await writeChange(transaction, order, { ...set, ...receipt, state }, nowMs))) return false
  await addEvent(transaction, order.id, { state, actor, note }, nowMs)
  if (state !== order.state)
    await tellChange(transaction, { ...order, ...set, ...receipt }, { state, note }, nowMs)
  return true
}

/** Writes columns of an order that nobody has changed since it was read; false when somebody has. */
export async function writeChange(
  db: Database,
  { id, revision }: Pick<OrderRow, 'id' | 'revision'>,
  columns: Partial<OrderRow>,
  nowMs: number,
): Promise<boolean> {
  const changed = await db
    .updateTable('orders')
    .set({ ...columns, updated_at: nowMs, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
