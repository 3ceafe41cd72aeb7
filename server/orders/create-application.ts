import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { createOrder } from '../../src/lib/contract/orders/order.ts'
import { applicationFields } from '../../src/lib/contract/orders/order-fields.ts'
import { endOf, startOf, windowState } from '../../src/lib/rules/time/application-window.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import type { LoadCatalogue } from '../catalogue/catalogue-file.ts'
import type { KeptItem } from '../catalogue/kept-catalogue.ts'
import type { Database } from '../db/schema.ts'
import { parseInput } from '../http/parse.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { findByClientId, insertOrder } from './insert-order.ts'
import type { Author } from './move-order.ts'
import type { OrderRow } from './order-rows.ts'

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
  return other ? '贵企业已有一份该事项的草稿，请勿重复申报' : null
}

export async function findItem(load: LoadCatalogue, itemId: number): Promise<KeptItem> {
  const { items } = await load()
  const item = items.find(({ id }) => id === itemId)
  if (!item) throw new Refusal(CODES.none, '没有找到这个申报事项，它可能已下线')
  return item
}

/** An unverified window refuses no application. @throws Refusal 409 outside the window */
export function refuseOutsideWindow({ window }: Pick<KeptItem, 'window'>, nowMs: number): void {
  const { state } = windowState(window, chinaDay(new Date(nowMs)))
  if (state === 'law') throw new Refusal(CODES.conflict, '法律法规没有可以申报的事项，不能提交')
  if (state !== 'closed' && state !== 'upcoming') return
  throw new Refusal(
    CODES.conflict,
    state === 'closed'
      ? `该事项的申报已于 ${endOf(window)} 截止，不能提交`
      : `该事项的申报自 ${startOf(window)} 起受理，您可以先保存草稿`,
  )
}
