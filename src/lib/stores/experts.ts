/** Experts with their next free times, for everybody. */
import { atom } from 'nanostores'
import { explainError } from '../api/errors.ts'
import { fetchExperts } from '../api/expert.ts'
import type { Expert } from '../contract/expert.ts'

export type ExpertsState =
  | { status: 'idle' }
  | { status: 'loading'; items: readonly Expert[] }
  | { status: 'ready'; items: readonly Expert[]; hasMore: boolean }
  | { status: 'failed'; items: readonly Expert[]; text: string }

export const $experts = atom<ExpertsState>({ status: 'idle' })

/** So many pages are shown, or asked for. */
let wanted = 1

export async function loadMoreExperts(): Promise<void> {
  wanted += 1
  await refreshExperts()
}

/** Reads as many pages anew as are wanted: until the answers are there, the list stays where it is. */
export async function refreshExperts(): Promise<void> {
  const state = $experts.get()
  const shown = state.status === 'idle' ? [] : state.items
  $experts.set({ status: 'loading', items: shown })
  try {
    const numbers = Array.from({ length: wanted }, (_, index) => index + 1)
    const results = await Promise.all(numbers.map(fetchExperts))
    const pages = results.at(-1)?.pages ?? 1
    // Some may have been hidden meanwhile.
    wanted = Math.max(1, Math.min(wanted, pages))
    $experts.set({ status: 'ready', items: results.flatMap(({ items }) => items), hasMore: wanted < pages })
  } catch (error) {
    $experts.set({ status: 'failed', items: shown, text: explainError(error) })
  }
}
