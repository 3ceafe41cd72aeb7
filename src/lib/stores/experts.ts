/** Experts with their next free times, for everybody. */
import { ask } from '../api/ask.ts'
import { listExperts } from '../contract/services/expert.ts'
import { growList } from './growing-list.ts'

export const {
  $list: $experts,
  more: loadMoreExperts,
  refresh: refreshExperts,
} = growList(async (page) => (await ask(listExperts, { query: { page } })).result)
