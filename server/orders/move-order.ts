import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { type OrderKind, type OrderState, stateName } from '../../src/lib/rules/orders/order-states.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import type { Database } from '../db/schema.ts'
import { sendMessage } from '../news/messages.ts'
import type { OrderRow, OwnOrderRow } from './order-rows.ts'

/** Initials of 申报, 贷款, 入驻, 企业. */
const PREFIXES: Readonly<Record<OrderKind, string>> = {
  application: 'SB',
  loan: 'DK',
  provider: 'RZ',
  company: 'QY',
}

/** A number that people can read out on the telephone: kind, day of the first submission in China, the order's id. */
export function receiptNo(kind: OrderKind, orderId: number, nowMs: number): string {
  const day = chinaDay(new Date(nowMs)).replaceAll('-', '')
  return `${PREFIXES[kind]}${day}-${String(orderId).padStart(6, '0')}`
}

interface Move {
  state: OrderState
  actor: string
  note?: string | undefined
  set?: Partial<Pick<OwnOrderRow, 'fields' | 'title' | 'operator_id' | 'amendment'>>
}

/** Moves an order that was just read, and informs the company. Call it in a transaction. False if another request was first. */
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

export async function writeChange(
  db: Database,
  { id, revision }: Pick<OrderRow, 'id' | 'revision'>,
  columns: Partial<OwnOrderRow>,
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

/** Informs the company by the bell, also of its own change: colleagues want to know, too. Call it in its transaction. */
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

export type Author = Pick<Customer, 'id' | 'name' | 'company_id'>

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
