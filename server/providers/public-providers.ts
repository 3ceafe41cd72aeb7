import * as v from 'valibot'
import type { AnswerOf, QueryOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { providerFields } from '../../src/lib/contract/orders/order-fields.ts'
import {
  FIRST_PROVIDER_ID,
  type listProviders,
  PROVIDERS_PER_PAGE,
  type PublicProvider,
} from '../../src/lib/contract/services/provider.ts'
import { findShownCategory } from '../categories/categories.ts'
import { pageOfRows, toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { OrderRow } from '../orders/order-rows.ts'

/** Call it in the transaction that approves. A later approval changes the page. @throws Refusal 409 without a category */
export async function publishProvider(
  transaction: Database,
  order: Pick<OrderRow, 'id' | 'company_id' | 'fields'>,
  nowMs: number,
): Promise<void> {
  const { category_id, ...answers } = v.parse(providerFields, JSON.parse(order.fields))
  if (category_id === undefined) {
    throw new Refusal(CODES.conflict, '这份申请没有服务类别，没有可以公开的页面；请退回，让企业补充类别')
  }
  const { credit_code, licence, permits, ...shown } = answers
  const { company_name, services, regions, cases, contact, phone, ...undecided } = shown
  // A new field of the form is for the operators only or public: one of the two lines above must list it.
  undecided satisfies Record<string, never>
  const row = {
    ...{ category_id, company_name, services, cases, contact, phone },
    regions: JSON.stringify(regions),
    order_id: order.id,
    updated_at: nowMs,
    off_at: null,
  }
  await transaction
    .insertInto('public_providers')
    .values({ ...row, company_id: order.company_id })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute()
}

/** The latest first, without hidden categories and those that were taken off. */
export function pageOfProviders(
  db: Database,
  { category, id, poid, page }: QueryOf<typeof listProviders>,
): Promise<AnswerOf<typeof listProviders>['result']> {
  let rows = shown(db).orderBy('public_providers.id', 'desc')
  if (category !== undefined) rows = rows.where('category_id', '=', category)
  if (id !== undefined) rows = rows.where('public_providers.id', '=', rowId(id))
  if (poid !== undefined) rows = rows.where('order_id', '=', poid)
  return pageOfRows(rows, { page, perPage: PROVIDERS_PER_PAGE }, toPublic)
}

/** Returns undefined for none, one that was taken off, or a hidden category. @param id as in its page's address */
export async function findProvider(db: Database, id: number): Promise<PublicProvider | undefined> {
  const row = await shown(db).where('public_providers.id', '=', rowId(id)).executeTakeFirst()
  return row && toPublic(row)
}

/** If the database fails, the page itself explains that. */
export async function isInDirectory(db: Database, path: string): Promise<boolean> {
  const [, place, category, provider] = path.split('/')
  try {
    if (place === 'enterprise') return (await findProvider(db, Number(provider))) !== undefined
    if (place === 'providerlist') return (await findShownCategory(db, Number(category))) !== undefined
  } catch {
    return true
  }
  return true
}

export function pageId(rowId: number): number {
  return FIRST_PROVIDER_ID - 1 + rowId
}

function rowId(pageId: number): number {
  return pageId - FIRST_PROVIDER_ID + 1
}

function shown(db: Database) {
  return db
    .selectFrom('public_providers')
    .innerJoin('provider_categories', 'provider_categories.id', 'category_id')
    .select([
      'public_providers.id',
      'category_id',
      'order_id',
      'company_name',
      'services',
      'regions',
      'cases',
      'contact',
      'phone',
      'updated_at',
    ])
    .where('provider_categories.hidden', '=', 0)
    .where('off_at', 'is', null)
}

interface Row extends Omit<PublicProvider, 'regions' | 'poid' | 'gmt_modified'> {
  order_id: number
  regions: string
  updated_at: number
}

function toPublic({ id, order_id, regions, updated_at, ...same }: Row): PublicProvider {
  return {
    ...same,
    id: pageId(id),
    poid: order_id,
    regions: v.parse(v.array(v.string()), JSON.parse(regions)),
    gmt_modified: toTimestamp(updated_at),
  }
}
