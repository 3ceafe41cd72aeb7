import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  CATEGORIES_PER_PAGE,
  CATEGORY_EXISTS,
  type Category,
  changeCategory,
  createCategory,
  findCategory,
  listAllCategories,
  listCategories,
} from '../../src/lib/contract/services/category.ts'
import { pageOfRows } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'

const COLUMNS = ['id', 'name', 'description', 'position'] as const

export const categoryRoutes: Mount[] = [
  route(listCategories, async ({ query: { page }, services: { db } }) => {
    const shown = shownCategories(db).orderBy('position').orderBy('id')
    return { result: await pageOfRows(shown, { page, perPage: CATEGORIES_PER_PAGE }, (row) => row) }
  }),

  route(createCategory, async ({ body, services: { db } }) => ({
    data: await db
      .insertInto('provider_categories')
      .values(toRow(body))
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
      .catch(refuseTakenName),
  })),

  route(findCategory, async ({ params, services: { db } }) => ({
    data: await shownCategories(db).where('id', '=', params.id).executeTakeFirstOrThrow(noCategory),
  })),

  route(changeCategory, async ({ params, body, services: { db } }) => ({
    data: await db
      .updateTable('provider_categories')
      .set(toRow(body))
      .where('id', '=', params.id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(noCategory)
      .catch(refuseTakenName),
  })),

  route(listAllCategories, async ({ query: { page }, services: { db } }) => {
    const all = db
      .selectFrom('provider_categories')
      .select([...COLUMNS, 'hidden'])
      .orderBy('position')
      .orderBy('id')
    const toItem = ({ hidden, ...row }: Category & { hidden: 0 | 1 }) => ({ ...row, hidden: hidden === 1 })
    return { result: await pageOfRows(all, { page, perPage: CATEGORIES_PER_PAGE }, toItem) }
  }),
]

function shownCategories(db: Database) {
  return db.selectFrom('provider_categories').select(COLUMNS).where('hidden', '=', 0)
}

export function findShownCategory(db: Database, id: number): Promise<Category | undefined> {
  return shownCategories(db).where('id', '=', id).executeTakeFirst()
}

function toRow({ hidden, ...fields }: BodyOf<typeof createCategory>) {
  return { ...fields, hidden: hidden ? (1 as const) : (0 as const) }
}

function refuseTakenName(error: unknown): never {
  if (isUniqueViolation(error)) throw new Refusal(CODES.conflict, CATEGORY_EXISTS)
  throw error
}

/** SQLite's and PostgreSQL's own names for a broken unique constraint. */
const TAKEN = new Set<unknown>(['SQLITE_CONSTRAINT_UNIQUE', '23505'])

/** Only for a single statement: PostgreSQL aborts a whole transaction. */
function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TAKEN.has(error.code)
}

function noCategory(): Refusal {
  return new Refusal(CODES.none, '没有找到这个服务商类别')
}
