/** Pages of a company's own orders. Newest first. */

import type { QueryOf } from '../../src/lib/contract/call.ts'
import { ADDITIONAL_KINDS, type listAdditional } from '../../src/lib/contract/orders/additional.ts'
import {
  type ListedOrder,
  type listOrders,
  ORDERS_PER_PAGE,
  type OrderItem,
} from '../../src/lib/contract/orders/order.ts'
import { type Page, pageOfRows } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import type { Services } from '../http/types.ts'
import { ITEM_COLUMNS, toItem } from './order-rows.ts'

/** Applications of every kind. A draft that was withdrawn has been deleted. */
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

/** Those that belong to no policy. */
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
