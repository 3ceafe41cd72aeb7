/** 快捷回复, shared by all operators. */
import { atom } from 'nanostores'
import { fetchQuickReplies, type QuickReplies, storeQuickReplies } from '../../api/operator-reply.ts'
import { attempt, attemptQuietly } from './desk.ts'

export type QuickRepliesState =
  | { status: 'idle' | 'loading' }
  | { status: 'ready'; replies: QuickReplies }
  | { status: 'failed'; text: string }

export const $quickReplies = atom<QuickRepliesState>({ status: 'idle' })

/** What has been read before stays where they cannot be read anew. */
export async function loadQuickReplies(): Promise<void> {
  if ($quickReplies.get().status !== 'ready') $quickReplies.set({ status: 'loading' })
  const done = await attempt(fetchQuickReplies)
  if (done.ok) $quickReplies.set({ status: 'ready', replies: done.value })
  else if ($quickReplies.get().status !== 'ready') $quickReplies.set({ status: 'failed', text: done.text })
}

export type RepliesSaved =
  | { status: 'saved' }
  /** A colleague was quicker: nothing is saved, and these are his. */
  | { status: 'overtaken'; theirs: QuickReplies }
  | { status: 'failed'; text: string }

/** Replaces them all. @param replies with the revision that the operator had before him as he began */
export async function saveQuickReplies(replies: QuickReplies): Promise<RepliesSaved> {
  const done = await attempt(() => storeQuickReplies(replies))
  if (done.ok) {
    $quickReplies.set({ status: 'ready', replies: done.value })
    return { status: 'saved' }
  }
  const theirs = done.isConflict ? await attemptQuietly(fetchQuickReplies) : undefined
  if (!theirs) return { status: 'failed', text: done.text }
  $quickReplies.set({ status: 'ready', replies: theirs })
  return { status: 'overtaken', theirs }
}
