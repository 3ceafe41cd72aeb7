import {
  followPolicy,
  listFollows,
  listPlatformPolicies,
  type MatchList,
  type PlatformPolicy,
  unfollowPolicy,
} from '../contract/policies/platform-policy.ts'
import { ask } from './ask.ts'

export interface PlatformPolicyPage {
  items: PlatformPolicy[]
  total: number
  pages: number
  page: number
}

/** One page of the policies that match the company's saved answers, are new to it, are followed, or of all. */
export async function fetchPlatformPolicies(type: MatchList, page: number): Promise<PlatformPolicyPage> {
  const { result } = await ask(listPlatformPolicies, { query: { type, page: String(page) } })
  return result
}

/** @param id page id of the original */
export async function startFollowing(id: number): Promise<void> {
  await ask(followPolicy, { params: { id: String(id) } })
}

/** @param id page id of the original */
export async function stopFollowing(id: number): Promise<void> {
  await ask(unfollowPolicy, { params: { id: String(id) } })
}

/** Page ids of all originals that the company follows. */
export async function fetchFollows(): Promise<number[]> {
  const { policy_ids } = await ask(listFollows, {})
  return policy_ids
}
