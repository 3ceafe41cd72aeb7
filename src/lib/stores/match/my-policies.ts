/** The policies of an account: matched, latest and followed ones, page by page, and what the matched ones are worth. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import {
  listPlatformPolicies,
  type MatchList,
  PLATFORM_POLICIES_PER_PAGE,
  type PlatformPolicy,
} from '../../contract/policies/platform-policy.ts'
import { type Bill, readBill } from '../../contract/policies/question.ts'
import { latest } from '../kit/latest.ts'
import { handleSessionEnd } from '../session.ts'

type MatchListState =
  | { status: 'idle' }
  | { status: 'loading'; items: readonly PlatformPolicy[] }
  | { status: 'ready'; items: readonly PlatformPolicy[]; total: number }
  | { status: 'failed'; items: readonly PlatformPolicy[]; text: string }

export const $matchList = atom<MatchListState>({ status: 'idle' })

let shown: MatchList = 'matched'
const opening = latest()

function itemsOf(state: MatchListState): readonly PlatformPolicy[] {
  return state.status === 'idle' ? [] : state.items
}

/** The list from its first page. */
export async function openMatchList(list: MatchList): Promise<void> {
  shown = list
  opening.begin()
  $matchList.set({ status: 'idle' })
  await loadPage(1)
}

/** The next page, when the list has been scrolled to its end; after a failure the one that failed. */
export async function loadMorePolicies(): Promise<void> {
  const state = $matchList.get()
  const isDone = state.status === 'ready' && state.items.length >= state.total
  if (state.status === 'loading' || isDone) return
  await loadPage(Math.floor(itemsOf(state).length / PLATFORM_POLICIES_PER_PAGE) + 1)
}

export function closeMatchList(): void {
  opening.begin()
  $matchList.set({ status: 'idle' })
}

async function loadPage(page: number): Promise<void> {
  const isLatest = opening.join()
  const before = itemsOf($matchList.get())
  $matchList.set({ status: 'loading', items: before })
  try {
    const { result } = await ask(listPlatformPolicies, { query: { type: shown, page } })
    if (!isLatest()) return
    const { items, total } = result
    const known = new Set(before.map(keyOf))
    const more = items.filter((item) => !known.has(keyOf(item)))
    // A page that brings nothing new ends the list, whatever the total says: it would be asked for for ever.
    const all = [...before, ...more]
    $matchList.set({ status: 'ready', items: all, total: more.length > 0 ? total : all.length })
  } catch (error) {
    if (!isLatest()) return
    if (handleSessionEnd(error)) closeMatchList()
    else $matchList.set({ status: 'failed', items: before, text: explainError(error) })
  }
}

/** An original may have several items, and an item may have no original. */
export function keyOf({ item_id, platform_policy_id }: PlatformPolicy): string {
  return `${item_id}/${platform_policy_id}`
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
    // Who is not logged in any more sees the list's own words.
    return handleSessionEnd(error) ? { status: 'loading' } : { status: 'failed', text: explainError(error) }
  }
}
