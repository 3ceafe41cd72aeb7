import { listAllCategories } from '../../src/lib/contract/operator/category.ts'
import { pageOfAllCategories } from '../categories/categories.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

export function addOperatorCategoryRoutes(app: App): void {
  route(app, listAllCategories, async ({ query, services }) => ({
    result: await pageOfAllCategories(services.db, query.page),
  }))
}
