/** Experts with their next free times, for everybody. */
import { fetchExperts } from '../api/expert.ts'
import { growList } from './growing-list.ts'

export const { $list: $experts, more: loadMoreExperts, refresh: refreshExperts } = growList(fetchExperts)
