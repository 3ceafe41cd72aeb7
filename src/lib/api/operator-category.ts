import type { AnswerOf } from '../contract/call.ts'
import { listAllCategories } from '../contract/operator/category.ts'
import { ask } from './ask.ts'

/** Hidden ones, too. */
export async function fetchAllCategories(
  page: number,
): Promise<AnswerOf<typeof listAllCategories>['result']> {
  const { result } = await ask(listAllCategories, { query: { page: String(page) } })
  return result
}
