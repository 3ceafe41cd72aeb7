/** The policies of an account: matched, latest and followed ones, page by page, and the worth of the matched ones. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { latest } from '../../browser/latest.ts'
import {
  listPlatformPolicies,
  type MatchList,
  PLATFORM_POLICIES_PER_PAGE,
  type PlatformPolicy,
} from '../../contract/policies/platform-policy.ts'
import { type Bill, readBill } from '../../contract/policies/question.ts'
import { growList } from '../kit/growing-list.ts'
import { handleSessionEnd } from '../session.ts'

let shown: MatchList = 'matched'

/** An original may have several items, and an item may have no original. */
export function keyOf({ item_id, platform_policy_id }: PlatformPolicy): string {
  return `${item_id}/${platform_policy_id}`
}

/** Returns how many other rows share the original, because people follow originals (behaviour B1.8). */
export function countSiblings(
  rows: readonly Pick<PlatformPolicy, 'item_id' | 'platform_policy_id'>[],
  { item_id, platform_policy_id }: Pick<PlatformPolicy, 'item_id' | 'platform_policy_id'>,
): number {
  if (platform_policy_id === null) return 0
  return rows.filter((row) => row.platform_policy_id === platform_policy_id && row.item_id !== item_id).length
}

const list = growList({
  fetchPage: async (page) => (await ask(listPlatformPolicies, { query: { type: shown, page } })).result,
  perPage: PLATFORM_POLICIES_PER_PAGE,
  keyOf,
})

export const $matchList = list.$list
export const { more: loadMorePolicies, forget: closeMatchList } = list

export function openMatchList(wanted: MatchList): Promise<void> {
  shown = wanted
  return list.open()
}

type MatchBillState =
  | { status: 'loading' }
  | { status: 'ready'; bill: Bill }
  | { status: 'failed'; text: string }

export const $matchBill = atom<MatchBillState>({ status: 'loading' })

const reading = latest()

export async function openMatchBill(): Promise<void> {
  const isLatest = reading.begin()
  $matchBill.set({ status: 'loading' })
  const answer = await findBill()
  if (isLatest()) $matchBill.set(answer)
}

async function findBill(): Promise<MatchBillState> {
  try {
    return { status: 'ready', bill: (await ask(readBill, {})).data }
  } catch (error) {
    // After a logout the list has its own words.
    return handleSessionEnd(error) ? { status: 'loading' } : { status: 'failed', text: explainError(error) }
  }
}
