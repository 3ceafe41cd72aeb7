/** 快捷回复, shared by all operators. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import type { AnswerOf } from '../../contract/call.ts'
import { changeQuickReplies, listQuickReplies } from '../../contract/operator/reply.ts'
import { attempt, attemptQuietly } from './desk.ts'

type QuickReplies = AnswerOf<typeof listQuickReplies>['data']

export type QuickRepliesState =
  | { status: 'idle' | 'loading' }
  | { status: 'ready'; replies: QuickReplies }
  | { status: 'failed'; text: string }

export const $quickReplies = atom<QuickRepliesState>({ status: 'idle' })

/** What has been read before stays where they cannot be read anew. */
export async function loadQuickReplies(): Promise<void> {
  if ($quickReplies.get().status !== 'ready') $quickReplies.set({ status: 'loading' })
  const done = await attempt(() => ask(listQuickReplies, {}))
  if (done.ok) $quickReplies.set({ status: 'ready', replies: done.value.data })
  else if ($quickReplies.get().status !== 'ready') $quickReplies.set({ status: 'failed', text: done.text })
}

export type RepliesSaved =
  | { status: 'saved' }
  /** A colleague was quicker: nothing is saved, and these are his. */
  | { status: 'overtaken'; theirs: QuickReplies }
  | { status: 'failed'; text: string }

/** Replaces them all. @param replies with the revision that the operator had before him as he began */
export async function saveQuickReplies(replies: QuickReplies): Promise<RepliesSaved> {
  const done = await attempt(() => ask(changeQuickReplies, { body: replies }))
  if (done.ok) {
    $quickReplies.set({ status: 'ready', replies: done.value.data })
    return { status: 'saved' }
  }
  const fresh = done.isConflict ? await attemptQuietly(() => ask(listQuickReplies, {})) : undefined
  if (!fresh) return { status: 'failed', text: done.text }
  const theirs = fresh.data
  $quickReplies.set({ status: 'ready', replies: theirs })
  return { status: 'overtaken', theirs }
}
