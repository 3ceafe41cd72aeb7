/** How orders come into being. */
import type { Insertable } from 'kysely'
import type { OrderKind } from '../../src/lib/rules/orders/order-states.ts'
import type { Database, Tables } from '../db/schema.ts'
import { type Author, addEvent } from './history.ts'
import { receiptNo, tellChange } from './move-order.ts'
import { refuseTooMany } from './open-orders.ts'

interface NewOrder {
  kind: OrderKind
  state: 'draft' | 'submitted'
  title: string
  item_id?: number
  platform_policy_id?: number | null
  client_id?: string | undefined
  fields: unknown
}

/** What the company's browser has sent before under this `client_id`; without one there is nothing to know it by. */
export async function findByClientId(
  db: Database,
  companyId: number,
  kind: OrderKind,
  clientId: string | undefined,
): Promise<{ id: number } | undefined> {
  if (clientId === undefined) return undefined
  return db
    .selectFrom('orders')
    .select('id')
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/**
 * Call it in a transaction. If several with the same `client_id` come at once, the first is kept; for the others
 * `created` is false and the id is that of the first.
 */
export async function insertOrder(
  transaction: Database,
  author: Author,
  { fields, client_id, ...order }: NewOrder,
  nowMs: number,
): Promise<{ id: number; created: boolean }> {
  if (!(await findByClientId(transaction, author.company_id, order.kind, client_id))) {
    await refuseTooMany(transaction, { ...order, company_id: author.company_id })
  }
  const row: Insertable<Tables['orders']> = {
    ...order,
    company_id: author.company_id,
    customer_id: author.id,
    client_id: client_id ?? null,
    fields: JSON.stringify(fields),
    created_at: nowMs,
    updated_at: nowMs,
    revision: 1,
  }
  const inserted = await transaction
    .insertInto('orders')
    .values(row)
    .onConflict((conflict) => conflict.columns(['company_id', 'kind', 'client_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) {
    const known = await findByClientId(transaction, author.company_id, order.kind, client_id)
    if (!known) throw new Error('an order collided with one that is not there')
    return { id: known.id, created: false }
  }
  const { id } = inserted
  if (order.state === 'submitted') {
    const receipt_no = receiptNo(order.kind, id, nowMs)
    await transaction
      .updateTable('orders')
      .set({ receipt_no, submitted_at: nowMs })
      .where('id', '=', id)
      .execute()
    const { title, state } = order
    await tellChange(transaction, { id, company_id: author.company_id, title, receipt_no }, { state }, nowMs)
  }
  await addEvent(transaction, id, { state: order.state, actor: author.name, note: '' }, nowMs)
  return { id, created: true }
}
