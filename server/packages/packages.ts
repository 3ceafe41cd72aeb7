import type { Selectable } from 'kysely'
import {
  type CompanyPackage,
  listPackages,
  PACKAGES_PER_PAGE,
} from '../../src/lib/contract/account/package.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  changeCompanyLevel,
  changePackage,
  listOperatorPackages,
  NO_LEVEL,
} from '../../src/lib/contract/operator/package.ts'
import { pageOfRows } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { noSuchCompany, Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { noteEvent } from '../security-log/note-event.ts'
import { type NewLevel, setLevel } from './set-level.ts'

const COLUMNS = ['level', 'name', 'description', 'file_storage_mb', 'max_files', 'max_folders'] as const

export const packageRoutes: Mount[] = [
  route(listPackages, async ({ query: { page }, services: { db } }) => {
    const all = db.selectFrom('packages').select(COLUMNS).orderBy('level')
    return { result: await pageOfRows(all, { page, perPage: PACKAGES_PER_PAGE }, toPackage) }
  }),

  route(listOperatorPackages, async ({ query: { page }, services: { db } }) => {
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
    const result = await pageOfRows(all, { page, perPage: PACKAGES_PER_PAGE }, ({ companies, ...row }) => ({
      ...toPackage(row),
      id: row.level,
      companies: companies ?? 0,
    }))
    return { result }
  }),

  route(changePackage, async ({ params: { level }, body, services: { db } }) => {
    const { name, description, file_storage, files, folders } = body
    const changed = await db
      .updateTable('packages')
      .set({ name, description, file_storage_mb: file_storage, max_files: files, max_folders: folders })
      .where('level', '=', level)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(() => new Refusal(CODES.none, NO_LEVEL))
    return { data: toPackage(changed) }
  }),

  route(changeCompanyLevel, async ({ params, body, services: { db, now }, context }) => {
    await changeLevel(db, { ...body, companyId: params.id }, now())
    noteEvent(context, 'level-changed', { companyId: params.id, note: `等级 ${body.level}` })
    return {}
  }),
]

function toPackage({
  file_storage_mb,
  max_files: files,
  max_folders: folders,
  ...row
}: Selectable<Tables['packages']>): CompanyPackage {
  return { ...row, privileges: [{ name: 'file_storage', limit: file_storage_mb }], files, folders }
}

/** Informs the company, unless it has the level already. @throws Refusal 400, 404 without such a company */
function changeLevel(db: Database, change: NewLevel, nowMs: number): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    if (await setLevel(transaction, change, nowMs)) return
    const company = transaction.selectFrom('companies').select('id').where('id', '=', change.companyId)
    await company.executeTakeFirstOrThrow(noSuchCompany)
  })
}
