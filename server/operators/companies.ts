import type { QueryOf } from '../../src/lib/contract/call.ts'
import {
  COMPANIES_PER_PAGE,
  type ListedCompany,
  type listCompanies,
} from '../../src/lib/contract/operator/company.ts'
import { contains } from '../db/contains.ts'
import { type Page, pageOf, toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { operatingCompany } from '../db/settings.ts'
import { noSuchCompany } from '../http/refusal.ts'
import { limitOf } from '../storage/quota.ts'

function selectCompanies(db: Database) {
  return db
    .selectFrom('companies')
    .select(['id', 'name', 'level', 'created_at'])
    .select((row) => [row('used_bytes', '+', row.ref('reserved_bytes')).as('used'), limitOf(row).as('quota')])
    .select((row) =>
      row
        .selectFrom('submitted_orders')
        .select((order) => order.fn.countAll<number>().as('count'))
        .whereRef('submitted_orders.company_id', '=', 'companies.id')
        .as('orders'),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof selectCompanies>['execute']>>[number]

function toListed({ created_at, orders, quota, ...row }: Row): ListedCompany {
  return { ...row, gmt_create: toTimestamp(created_at), orders: orders ?? 0, quota: quota ?? 0 }
}

export async function pageOfCompanies(
  db: Database,
  { page, ...filter }: QueryOf<typeof listCompanies>,
): Promise<Page<ListedCompany>> {
  return pageOf(await listEveryCompany(db, filter), { page, perPage: COMPANIES_PER_PAGE })
}

export async function listEveryCompany(
  db: Database,
  { q, level }: Omit<QueryOf<typeof listCompanies>, 'page'>,
) {
  let rows = selectCompanies(db)
    .where('id', '<>', await operatingCompany(db))
    .orderBy('id', 'desc')
  if (level !== undefined) rows = rows.where('level', '=', level)
  if (q !== '') {
    const byName = contains('companies.name', q)
    const id = /^\d{1,15}$/.test(q) ? Number(q) : undefined
    rows = rows.where((row) => (id === undefined ? byName : row.or([byName, row('id', '=', id)])))
  }
  return { rows, id: 'companies.id', toItems: (found: Row[]) => found.map(toListed) }
}

/** @throws Refusal 404, for the portal's own company as for none */
export async function findCompany(db: Database, id: number): Promise<ListedCompany> {
  const row = await selectCompanies(db)
    .where('id', '=', id)
    .where('id', '<>', await operatingCompany(db))
    .executeTakeFirst()
  if (!row) throw noSuchCompany()
  return toListed(row)
}
