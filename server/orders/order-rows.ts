import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import type { QueryOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { ADDITIONAL_KINDS, type listAdditional } from '../../src/lib/contract/orders/additional.ts'
import {
  type ListedOrder,
  type listOrders,
  ORDERS_PER_PAGE,
  type Order,
  type OrderItem,
  order,
} from '../../src/lib/contract/orders/order.ts'
import { ORDER_NOT_FOUND } from '../../src/lib/rules/orders/order-states.ts'
import { type Page, pageOfRows, toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { filesOf } from './service-file-rows.ts'

export type OrderRow = Omit<OwnOrderRow, 'amendment'>

export type OwnOrderRow = Selectable<Tables['orders']>

export const ITEM_COLUMNS = [
  'id',
  'kind',
  'title',
  'state',
  'item_id',
  'platform_policy_id',
  'receipt_no',
  'created_at',
  'updated_at',
  'submitted_at',
] as const satisfies (keyof OrderRow)[]

export function toItem(row: Pick<OrderRow, (typeof ITEM_COLUMNS)[number]>): OrderItem {
  const { created_at, updated_at, submitted_at, ...same } = row
  return {
    ...same,
    gmt_create: toTimestamp(created_at),
    gmt_modified: toTimestamp(updated_at),
    gmt_submit: submitted_at === null ? null : toTimestamp(submitted_at),
  }
}

export function findOwnOrder(db: Database, companyId: number, id: number): Promise<OwnOrderRow> {
  return ownOrder(db, companyId, id).executeTakeFirstOrThrow(noOrder)
}

/** Returns an order that this person may see: their company's or, for an operator, a submitted one. @throws Refusal 404 */
export async function findVisibleOrder(
  db: Database,
  { company_id, role }: Pick<Customer, 'company_id' | 'role'>,
  id: number,
): Promise<OrderRow> {
  if (role !== 'operator') return findOwnOrder(db, company_id, id)
  const own = await ownOrder(db, company_id, id).executeTakeFirst()
  const submitted = db.selectFrom('submitted_orders').selectAll().where('id', '=', id)
  return own ?? submitted.executeTakeFirstOrThrow(noOrder)
}

function ownOrder(db: Database, companyId: number, id: number) {
  return db.selectFrom('orders').selectAll().where('id', '=', id).where('company_id', '=', companyId)
}

export function noOrder(): Refusal {
  return new Refusal(CODES.none, ORDER_NOT_FOUND)
}

export async function toOrder(db: Database, row: OrderRow): Promise<Order> {
  const { company_id, customer_id, client_id, operator_id, fields, revision, ...item } = row
  const operator =
    operator_id === null
      ? undefined
      : await db.selectFrom('customers').select('name').where('id', '=', operator_id).executeTakeFirst()
  return v.parse(order, {
    ...toItem(item),
    revision,
    operator: operator?.name ?? null,
    fields: JSON.parse(fields),
    events: await eventsOf(db, row.id),
    files: await filesOf(db, row.id),
    ...(row.kind === 'loan' || row.kind === 'provider' ? { scans: await scansOf(db, row.id) } : {}),
  })
}

async function scansOf(db: Database, orderId: number): Promise<Order['scans']> {
  const withheld = await db
    .selectFrom('object_holds as hold')
    .innerJoin('stored_objects as object', 'object.id', 'hold.object_id')
    .select(['object.key', 'object.scan'])
    .where('hold.kind', '=', 'additional')
    .where('hold.holder_id', '=', orderId)
    .where('object.scan', '<>', 'clean')
    .execute()
  if (withheld.length === 0) return undefined
  return Object.fromEntries(withheld.map(({ key, scan }) => [key, scan])) as Order['scans']
}

async function eventsOf(db: Database, orderId: number): Promise<Order['events']> {
  const events = await db
    .selectFrom('order_events')
    .select(['state', 'actor', 'note', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return events.map(({ state, actor, note, at }) => ({ state, by: actor, note, gmt_create: toTimestamp(at) }))
}

export async function pageOfOrders(
  { db, catalogue }: Pick<Services, 'db' | 'catalogue'>,
  companyId: number,
  { state, kind, poid, item_id, page }: QueryOf<typeof listOrders>,
): Promise<Page<ListedOrder>> {
  let rows = itemsOf(db, companyId).where((order) =>
    order.or([order('state', '!=', 'withdrawn'), order('submitted_at', 'is not', null)]),
  )
  if (state !== undefined) rows = rows.where('state', '=', state)
  if (kind !== undefined) rows = rows.where('kind', '=', kind)
  if (poid !== undefined) rows = rows.where('id', '=', poid)
  if (item_id !== undefined) rows = rows.where('item_id', '=', item_id)
  const { items: kept } = await catalogue()
  const windowOf = (itemId: number | null) => kept.find(({ id }) => id === itemId)?.window ?? null
  return pageOfRows(rows, { page, perPage: ORDERS_PER_PAGE }, (row) => ({
    ...toItem(row),
    window: row.state === 'draft' ? windowOf(row.item_id) : null,
  }))
}

export function pageOfAdditional(
  db: Database,
  companyId: number,
  { kind, page }: QueryOf<typeof listAdditional>,
): Promise<Page<OrderItem>> {
  const rows = itemsOf(db, companyId).where('kind', 'in', kind ? [kind] : ADDITIONAL_KINDS)
  return pageOfRows(rows, { page, perPage: ORDERS_PER_PAGE }, toItem)
}

function itemsOf(db: Database, companyId: number) {
  return db
    .selectFrom('orders')
    .select(ITEM_COLUMNS)
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
}
