/** One part of a page with data of the account. */
import type { WritableAtom } from 'nanostores'
import { explainError } from '../../api/errors.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { $companyId, handleSessionEnd } from '../session.ts'

export type Section<Value> =
  | { status: 'loading' }
  | { status: 'failed'; text: string }
  | { status: 'ready'; value: Value }

/** Drops answers for a company that has logged out; an error does not replace shown data. */
export async function loadSection<Value>(
  $section: WritableAtom<Section<Value>>,
  fetch: () => Promise<Value>,
): Promise<void> {
  const companyId = $companyId.get()
  const isShown = $section.get().status === 'ready'
  if (!isShown) $section.set({ status: 'loading' })
  try {
    const value = await fetch()
    if ($companyId.get() === companyId) $section.set({ status: 'ready', value })
  } catch (error) {
    if ($companyId.get() !== companyId) return
    if (isShown ? askAgainIfSessionEnded(error) : handleSessionEnd(error)) return
    if (!isShown) $section.set({ status: 'failed', text: explainError(error) })
  }
}
