import type { AnswerOf, BodyOf } from '../../src/lib/contract/call.ts'
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

type Form = BodyOf<typeof createCategory>

const COLUMNS = ['id', 'name', 'description', 'position'] as const

export function pageOfCategories(
  db: Database,
  page: number,
): Promise<AnswerOf<typeof listCategories>['result']> {
  const shown = db
    .selectFrom('provider_categories')
    .select(COLUMNS)
    .where('hidden', '=', 0)
    .orderBy('position')
    .orderBy('id')
  return pageOfRows(shown, { page, perPage: CATEGORIES_PER_PAGE }, (row) => row)
}

export function pageOfAllCategories(
  db: Database,
  page: number,
): Promise<AnswerOf<typeof listAllCategories>['result']> {
  const all = db
    .selectFrom('provider_categories')
    .select([...COLUMNS, 'hidden'])
    .orderBy('position')
    .orderBy('id')
  return pageOfRows(all, { page, perPage: CATEGORIES_PER_PAGE }, (row) => ({
    ...row,
    hidden: row.hidden === 1,
  }))
}

export function findShownCategory(db: Database, id: number): Promise<Category | undefined> {
  return db
    .selectFrom('provider_categories')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('hidden', '=', 0)
    .executeTakeFirst()
}

export function insertCategory(db: Database, form: Form): Promise<Category> {
  return db
    .insertInto('provider_categories')
    .values(toRow(form))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName)
}

export function updateCategory(db: Database, id: number, form: Form): Promise<Category | undefined> {
  return db
    .updateTable('provider_categories')
    .set(toRow(form))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
    .catch(refuseTakenName)
}

function toRow({ hidden, ...fields }: Form) {
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

export const categoryRoutes: Mount[] = [
  route(listCategories, async ({ query, services }) => ({
    result: await pageOfCategories(services.db, query.page),
  })),

  route(createCategory, async ({ body, services }) => ({
    data: await insertCategory(services.db, body),
  })),

  route(findCategory, async ({ params, services }) => ({
    data: orNone(await findShownCategory(services.db, params.id)),
  })),

  route(changeCategory, async ({ params, body, services }) => ({
    data: orNone(await updateCategory(services.db, params.id, body)),
  })),

  route(listAllCategories, async ({ query, services }) => ({
    result: await pageOfAllCategories(services.db, query.page),
  })),
]

function orNone<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Refusal(CODES.none, '没有找到这个服务商类别')
  return found
}
