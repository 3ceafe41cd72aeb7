/** Experts with their next free times, for everybody. */
import { atom } from 'nanostores'
import { explainError } from '../api/errors.ts'
import { fetchExperts } from '../api/expert.ts'
import type { Expert } from '../contract/expert.ts'

export type ExpertsState =
  | { status: 'idle' }
  | { status: 'loading'; items: readonly Expert[] }
  | { status: 'ready'; items: readonly Expert[]; pages: number; page: number }
  | { status: 'failed'; items: readonly Expert[]; text: string }

export const $experts = atom<ExpertsState>({ status: 'idle' })

/** @param page from 1, which begins anew */
export async function loadExperts(page = 1): Promise<void> {
  const state = $experts.get()
  const shown = state.status === 'idle' ? [] : state.items
  const before = page === 1 ? [] : shown
  // Read anew, the list stays where it is until the answer is there.
  $experts.set({ status: 'loading', items: shown })
  try {
    const { items, pages } = await fetchExperts(page)
    $experts.set({ status: 'ready', items: [...before, ...items], pages, page })
  } catch (error) {
    $experts.set({ status: 'failed', items: shown, text: explainError(error) })
  }
}
