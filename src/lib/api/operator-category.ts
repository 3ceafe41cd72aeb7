import type { AnswerOf } from '../contract/call.ts'
import { listAllCategories } from '../contract/operator-category.ts'
import { request } from './http.ts'

/** Hidden ones, too. */
export async function fetchAllCategories(
  page: number,
): Promise<AnswerOf<typeof listAllCategories>['result']> {
  const { result } = await request(listAllCategories, { query: { page: String(page) } })
  return result
}
