import { listPackages } from '../contract/account/package.ts'
import type { AnswerOf } from '../contract/call.ts'
import { ask } from './ask.ts'

/** Company levels, the lowest first. */
export async function fetchPackages(page: number): Promise<AnswerOf<typeof listPackages>['result']> {
  const { result } = await ask(listPackages, { query: { page: String(page) } })
  return result
}
