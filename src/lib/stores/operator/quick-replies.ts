/** 快捷回复, shared by all operators. */
import { atom } from 'nanostores'
import { fetchQuickReplies, type QuickReplies, storeQuickReplies } from '../../api/operator-reply.ts'
import { attempt } from './desk.ts'

export type QuickRepliesState =
  | { status: 'idle' | 'loading' }
  | { status: 'ready'; replies: QuickReplies }
  | { status: 'failed'; text: string }

export const $quickReplies = atom<QuickRepliesState>({ status: 'idle' })

export async function loadQuickReplies(): Promise<void> {
  if ($quickReplies.get().status !== 'ready') $quickReplies.set({ status: 'loading' })
  const done = await attempt(fetchQuickReplies)
  if (done.ok) $quickReplies.set({ status: 'ready', replies: done.value })
  else $quickReplies.set({ status: 'failed', text: done.text })
}

/** Replaces them all. @returns what went wrong; what a colleague has changed meanwhile is then read */
export async function saveQuickReplies(items: QuickReplies['items']): Promise<string | undefined> {
  const state = $quickReplies.get()
  if (state.status !== 'ready') return '快捷回复还没有读到，请稍后再试'
  const { revision } = state.replies
  const done = await attempt(() => storeQuickReplies({ items: [...items], revision }))
  if (!done.ok) {
    await loadQuickReplies()
    return done.text
  }
  $quickReplies.set({ status: 'ready', replies: done.value })
  return undefined
}
