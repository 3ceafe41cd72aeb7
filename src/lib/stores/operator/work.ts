/** How colleagues share the work of the desk: what was handed to me, tags, and who takes care of what, until when. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { startPolling } from '../../browser/poll.ts'
import type { AnswerOf } from '../../contract/call.ts'
import { listTopics, type Topic } from '../../contract/chat/advisory.ts'
import {
  assignConversation,
  type FoundMessage,
  getReplyFields,
  mergeConversations,
  searchMessages,
  snoozeConversation,
  tagConversation,
} from '../../contract/operator/conversation.ts'
import { tagOrder } from '../../contract/operator/order.ts'
import {
  changeTag,
  type HandedOver,
  listHandedOver,
  listTags,
  seeHandedOver,
} from '../../contract/operator/work.ts'
import { $desk, $deskReturns, attempt, attemptQuietly, type Done } from './desk.ts'
import { $dialogue, findOpen, refreshConversation, showConversation } from './dialogue.ts'
import { $deskOrder, showOrderTags } from './orders.ts'

/** What colleagues have handed to me and I have not opened; null: not known yet. */
export const $handedOver = atom<readonly HandedOver[] | null>(null)

const RHYTHM = { shownMs: 20_000, hiddenMs: 60_000 }

async function refreshHandedOver(): Promise<void> {
  const answer = await attemptQuietly(() => ask(listHandedOver, {}))
  if (!answer) return
  $handedOver.set(answer.result.items)
  seeWhatIsOpen()
}

/** What I have before me is no news. */
function seeWhatIsOpen(): void {
  const dialogue = $dialogue.get()
  const order = $deskOrder.get()
  for (const item of $handedOver.get() ?? []) {
    const isOpen =
      item.kind === 'conversations'
        ? dialogue.status === 'ready' && dialogue.conversation.id === item.subject_id
        : order.status === 'ready' && order.id === item.subject_id
    if (!isOpen) continue
    $handedOver.set(($handedOver.get() ?? []).filter(({ id }) => id !== item.id))
    attemptQuietly(() => ask(seeHandedOver, { params: { id: item.id } }))
  }
}

/** Asks again and again while the desk is open. @returns what ends it */
export function watchHandedOver(): () => void {
  const stops = [
    startPolling(refreshHandedOver, RHYTHM),
    $deskReturns.listen(refreshHandedOver),
    $dialogue.listen(seeWhatIsOpen),
    $deskOrder.listen(seeWhatIsOpen),
    $desk.listen(({ status }) => {
      if (status === 'visitor' || status === 'stranger') $handedOver.set(null)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** From whom the page shows to another operator; null: nobody. @returns what went wrong */
export async function handOver(
  conversationId: number,
  from: number | null,
  to: number | null,
  note = '',
): Promise<string | undefined> {
  const done = await attempt(() =>
    ask(assignConversation, { params: { id: conversationId }, body: { operator_id: to, from, note } }),
  )
  // Somebody else may have it by now; and the history is longer.
  await refreshConversation(conversationId)
  if (!done.ok) return done.text
  showConversation(conversationId, { assigned: done.value.data.assigned })
  return undefined
}

/** Until when it is put off; null: not any longer. @returns what went wrong, such as that the company has said more */
export async function putOff(conversationId: number, until: string | null): Promise<string | undefined> {
  const state = findOpen(conversationId)?.dialogue.$state.get()
  const seq = state?.status === 'ready' ? state.log.upTo : 0
  const done = await attempt(() =>
    ask(snoozeConversation, { params: { id: conversationId }, body: { until, seq } }),
  )
  await refreshConversation(conversationId)
  if (!done.ok) return done.text
  showConversation(conversationId, { snoozed_until: done.value.data.snoozed_until })
  return undefined
}

/** Those in use, the most used first: offered while one is typed. */
export const $tags = atom<AnswerOf<typeof listTags>['data']>([])

export async function loadTags(): Promise<void> {
  const answer = await attemptQuietly(() => ask(listTags, {}))
  if (answer) $tags.set(answer.data)
}

interface TagChange {
  add?: string[]
  remove?: string[]
}

/** @returns what went wrong */
export async function tagTalk(id: number, body: TagChange): Promise<string | undefined> {
  const done = await attempt(() => ask(tagConversation, { params: { id }, body }))
  if (!done.ok) return done.text
  showConversation(id, { tags: done.value.tags })
  loadTags()
  return undefined
}

/** @returns what went wrong */
export async function tagApplication(id: number, body: TagChange): Promise<string | undefined> {
  const done = await attempt(() => ask(tagOrder, { params: { id }, body }))
  if (!done.ok) return done.text
  showOrderTags(id, done.value.tags)
  loadTags()
  return undefined
}

/** Everywhere: to another name, or off (null). @returns what went wrong */
export async function changeTagEverywhere(name: string, to: string | null): Promise<string | undefined> {
  const done = await attempt(() => ask(changeTag, { body: { name, to } }))
  await loadTags()
  const open = $dialogue.get()
  if (open.status === 'ready') await refreshConversation(open.id)
  return done.ok ? undefined : done.text
}

/** Other topics of the order, whose messages could go into this one. */
export function findMergeable(orderId: number, id: number): Promise<Done<readonly Topic[]>> {
  return attempt(async () => {
    const { result } = await ask(listTopics, { params: { id: orderId } })
    return result.items.filter((topic) => topic.id !== id && topic.last_seq > 0)
  })
}

/** What was said in `from` goes into the one that is open. @returns what went wrong */
export async function mergeHere(id: number, from: number): Promise<string | undefined> {
  const done = await attempt(() => ask(mergeConversations, { params: { id }, body: { from } }))
  if (!done.ok) return done.text
  await attemptQuietly(() => findOpen(id)?.dialogue.readAnew() ?? Promise.resolve())
  showConversation(id, done.value.data)
  await refreshConversation(id)
  return undefined
}

/** What the fields of quick replies stand for in a conversation; what nobody knows is empty. */
export async function findReplyFields(id: number): Promise<Record<string, string>> {
  const answer = await attemptQuietly(() => ask(getReplyFields, { params: { id } }))
  return Object.fromEntries(Object.entries(answer?.data ?? {}).map(([field, value]) => [field, value ?? '']))
}

type FoundState = { q: string; items: readonly FoundMessage[] } & (
  | { status: 'loading' }
  | { status: 'failed'; text: string }
  /** `next`: where it goes on; null: that was all. */
  | { status: 'ready'; next: number | null }
)

/** Messages in which words were found. */
export const $found = atom<FoundState>({ status: 'ready', q: '', items: [], next: null })

export async function findInMessages(q: string): Promise<void> {
  $found.set({ status: 'loading', q, items: [] })
  await findOn(0)
}

/** Further back. */
export async function findMore(): Promise<void> {
  const state = $found.get()
  if (state.status !== 'ready' || state.next === null) return
  $found.set({ status: 'loading', q: state.q, items: state.items })
  await findOn(state.next)
}

async function findOn(before: number): Promise<void> {
  const asked = $found.get()
  const done = await attempt(() => ask(searchMessages, { query: { q: asked.q, before } }))
  if ($found.get() !== asked) return
  const { q, items } = asked
  if (!done.ok) $found.set({ status: 'failed', q, items, text: done.text })
  else $found.set({ status: 'ready', q, items: [...items, ...done.value.items], next: done.value.next })
}
