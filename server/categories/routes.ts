import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  changeCategory,
  createCategory,
  findCategory,
  listAllCategories,
  listCategories,
} from '../../src/lib/contract/services/category.ts'

import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import {
  findShownCategory,
  insertCategory,
  pageOfAllCategories,
  pageOfCategories,
  updateCategory,
} from './categories.ts'

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
