/** How orders go on: from the state and revision that somebody has seen, or not at all. */

import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { type OrderKind, type OrderState, stateName } from '../../src/lib/rules/orders/order-states.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import type { Database } from '../db/schema.ts'
import { sendMessage } from '../news/messages.ts'
import type { OrderRow } from './order-rows.ts'

/** 申报, 贷款, 入驻, 企业 by their initials. */
const PREFIXES: Readonly<Record<OrderKind, string>> = {
  application: 'SB',
  loan: 'DK',
  provider: 'RZ',
  company: 'QY',
}

/** What a person reads out on the telephone: SB20261121-000123: kind, day of the first submission in China, order. Unique, because the order's id is. */
export function receiptNo(kind: OrderKind, orderId: number, nowMs: number): string {
  const day = chinaDay(new Date(nowMs)).replaceAll('-', '')
  return `${PREFIXES[kind]}${day}-${String(orderId).padStart(6, '0')}`
}

interface Move {
  state: OrderState
  actor: string
  note?: string | undefined
  /** Further columns that change with it. */
  set?: Partial<Pick<OrderRow, 'fields' | 'title' | 'operator_id' | 'amendment'>>
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

type Told = Pick<OrderRow, 'id' | 'company_id' | 'title' | 'receipt_no'>

/**
 * Tells the company by the bell, whoever made the change: colleagues want to know, too. Call it in the transaction that
 * brings the order into the state.
 * @param order with its receipt number, if any
 */
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

// What happened to orders, and who did it.

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
