import type { Insertable } from 'kysely'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { DRAFTS_MAX, OPEN_ORDERS_MAX, OPEN_ORDERS_PER_ITEM } from '../../src/lib/contract/orders/order.ts'
import type { OrderKind } from '../../src/lib/rules/orders/order-states.ts'
import { lockCompany } from '../company/lock-company.ts'
import { countRows } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { type Author, addEvent, receiptNo, tellChange } from './move-order.ts'

interface NewOrder {
  kind: OrderKind
  state: 'draft' | 'submitted'
  title: string
  item_id?: number
  platform_policy_id?: number | null
  client_id?: string | undefined
  fields: unknown
}

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

/** Of parallel requests with one `client_id` the first is stored; for the others `created` is false. Call it in a transaction. */
export async function insertOrder(
  transaction: Database,
  author: Author,
  { fields, client_id, ...order }: NewOrder,
  nowMs: number,
): Promise<{ id: number; created: boolean }> {
  await lockCompany(transaction, author.company_id)
  const known = await findByClientId(transaction, author.company_id, order.kind, client_id)
  if (known) return { id: known.id, created: false }
  await refuseTooMany(transaction, { ...order, company_id: author.company_id })
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
  const { id } = await transaction.insertInto('orders').values(row).returning('id').executeTakeFirstOrThrow()
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

// Limits a company's drafts and open applications: operators read each of them (behaviour B11.4).

const OPEN = ['submitted', 'reviewing', 'more-needed'] as const

interface PlannedOrder {
  company_id: number
  item_id?: number | null | undefined
  state: 'draft' | 'submitted'
}

export async function refuseTooMany(
  transaction: Database,
  { company_id, item_id, state }: PlannedOrder,
): Promise<void> {
  await lockCompany(transaction, company_id)
  const own = transaction.selectFrom('orders').where('company_id', '=', company_id)
  if (state === 'draft') {
    if ((await countRows(own.where('state', '=', 'draft'))) < DRAFTS_MAX) return
    throw new Refusal(CODES.conflict, `最多保留 ${DRAFTS_MAX} 份草稿，请先提交或撤回不用的草稿`)
  }
  const open = own.where('state', 'in', OPEN)
  if ((await countRows(open)) >= OPEN_ORDERS_MAX) {
    throw new Refusal(CODES.conflict, `正在办理的申请最多 ${OPEN_ORDERS_MAX} 份，请等待其中的办结`)
  }
  if (item_id === undefined || item_id === null) return
  if ((await countRows(open.where('item_id', '=', item_id))) >= OPEN_ORDERS_PER_ITEM) {
    throw new Refusal(
      CODES.conflict,
      `同一事项正在办理的申请最多 ${OPEN_ORDERS_PER_ITEM} 份，请等待其中的办结`,
    )
  }
}
