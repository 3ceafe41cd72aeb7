import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  changeCategory,
  createCategory,
  findCategory,
  listCategories,
} from '../../src/lib/contract/services/category.ts'
import {
  findShownCategory,
  insertCategory,
  pageOfCategories,
  updateCategory,
} from '../categories/categories.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

export function addCategoryRoutes(app: App): void {
  route(app, listCategories, async ({ query, services }) => ({
    result: await pageOfCategories(services.db, query.page),
  }))

  route(app, createCategory, async ({ body, services }) => ({
    data: await insertCategory(services.db, body),
  }))

  route(app, findCategory, async ({ params, services }) => ({
    data: orNone(await findShownCategory(services.db, params.id)),
  }))

  route(app, changeCategory, async ({ params, body, services }) => ({
    data: orNone(await updateCategory(services.db, params.id, body)),
  }))
}

function orNone<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Refusal(CODES.none, '没有找到这个服务商类别')
  return found
}
