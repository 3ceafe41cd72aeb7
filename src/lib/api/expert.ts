import type { AnswerOf } from '../contract/call.ts'
import { listExperts } from '../contract/services/expert.ts'
import { ask } from './ask.ts'

/** One page of the experts, with their next free times. */
export async function fetchExperts(page: number): Promise<AnswerOf<typeof listExperts>['result']> {
  const { result } = await ask(listExperts, { query: { page: String(page) } })
  return result
}
