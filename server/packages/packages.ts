/** Company levels and what each allows. */

import {
  type CompanyPackage,
  LEVEL_LIMIT,
  type listPackages,
  PACKAGES_PER_PAGE,
} from '../../src/lib/contract/account/package.ts'
import type { AnswerOf, BodyOf } from '../../src/lib/contract/call.ts'
import type { changePackage, listOperatorPackages } from '../../src/lib/contract/operator/package.ts'
import { pageOfRows } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'

const COLUMNS = ['level', 'name', 'description', 'file_storage_mb'] as const

/** Lowest level first. */
export function pageOfPackages(db: Database, page: number): Promise<AnswerOf<typeof listPackages>['result']> {
  const all = db.selectFrom('packages').select(COLUMNS).orderBy('level')
  return pageOfRows(all, { page, perPage: PACKAGES_PER_PAGE }, toPackage)
}

/** With the number of companies that have each level. */
export function pageOfOperatorPackages(
  db: Database,
  page: number,
): Promise<AnswerOf<typeof listOperatorPackages>['result']> {
  const all = db
    .selectFrom('packages')
    .select(COLUMNS)
    .select((row) =>
      row
        .selectFrom('companies')
        .whereRef('companies.level', '=', 'packages.level')
        .select((company) => company.fn.countAll<number>().as('count'))
        .as('companies'),
    )
    .orderBy('level')
  return pageOfRows(all, { page, perPage: PACKAGES_PER_PAGE }, ({ companies, ...row }) => ({
    ...toPackage(row),
    companies: companies ?? 0,
  }))
}

/** Undefined when there is no such level. */
export async function updatePackage(
  db: Database,
  level: number,
  { name, description, file_storage }: BodyOf<typeof changePackage>,
): Promise<CompanyPackage | undefined> {
  const changed = await db
    .updateTable('packages')
    .set({ name, description, file_storage_mb: file_storage })
    .where('level', '=', level)
    .returning(COLUMNS)
    .executeTakeFirst()
  return changed && toPackage(changed)
}

/** What a level is called; undefined when there is none. */
export async function packageName(db: Database, level: number): Promise<string | undefined> {
  if (Math.abs(level) > LEVEL_LIMIT) return undefined
  const found = await db.selectFrom('packages').select('name').where('level', '=', level).executeTakeFirst()
  return found?.name
}

function toPackage({ file_storage_mb, ...row }: Tables['packages']): CompanyPackage {
  return { ...row, privileges: [{ name: 'file_storage', limit: file_storage_mb }] }
}
