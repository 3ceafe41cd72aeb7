/** New application orders. */
import type { BodyOf } from '../../src/lib/contract/call.ts'
import type { createOrder } from '../../src/lib/contract/orders/order.ts'
import { applicationFields } from '../../src/lib/contract/orders/order-fields.ts'
import type { Database } from '../db/schema.ts'
import { parseInput } from '../http/parse.ts'
import type { Services } from '../http/types.ts'
import { findItem, refuseOutsideWindow } from './declarable.ts'
import type { Author } from './history.ts'
import { findByClientId, insertOrder } from './insert-order.ts'
import type { OrderRow } from './order-rows.ts'

/** Makes a draft or hands it in, and returns its id. @throws Refusal 404 no such item, 409 outside its window, 400 */
export async function createApplication(
  { db, catalogue, now }: Services,
  author: Author,
  { item_id, fields, submit, client_id }: BodyOf<typeof createOrder>,
): Promise<number> {
  const known = await findByClientId(db, author.company_id, 'application', client_id)
  if (known) return known.id
  const item = await findItem(catalogue, item_id)
  if (submit) {
    refuseOutsideWindow(item, now())
    parseInput(applicationFields, fields)
  }
  const order = {
    kind: 'application',
    state: submit ? 'submitted' : 'draft',
    title: item.title,
    item_id,
    platform_policy_id: item.policy,
    client_id,
    fields,
  } as const
  const { id } = await db.transaction().execute((tx) => insertOrder(tx, author, order, now()))
  return id
}

/** Words for a person who has another draft for the same item; null: none. */
export async function warnOfDrafts(
  db: Database,
  { id, company_id, item_id }: OrderRow,
): Promise<string | null> {
  const other = await db
    .selectFrom('orders')
    .select('id')
    .where('company_id', '=', company_id)
    .where('item_id', '=', item_id)
    .where('state', '=', 'draft')
    .where('id', '!=', id)
    .executeTakeFirst()
  return other ? '您还有一份该事项的草稿，请注意不要重复申报' : null
}
