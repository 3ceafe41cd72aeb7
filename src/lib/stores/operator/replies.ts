/**
 * Replies of an operator: written, tried again, taken back, and shown as sent; not needed; and those at hand.
 */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import type { AnswerOf } from '../../contract/call.ts'
import type { ChatMessage } from '../../contract/chat/chat-message.ts'
import { settleConversation } from '../../contract/operator/conversation.ts'
import { changeQuickReplies, listQuickReplies, type QuickReply } from '../../contract/operator/reply.ts'
import { followOwner } from '../../conversation/follow-owner.ts'
import { type Typed, typedInto } from '../../conversation/typed.ts'
import { type DialoguePlace, idOf } from '../../conversation/unsent.ts'
import type { ChatLine } from '../../rules/chat/chat-line.ts'
import { unfilled } from '../../rules/chat/reply-fields.ts'
import type { StoredFile } from '../uploads/single.ts'
import { $deskReturns, attempt, SESSION_ENDED } from './desk.ts'
import {
  $held,
  $operator,
  addMessages,
  findOpen,
  outbox,
  refreshConversation,
  showConversation,
} from './dialogue.ts'

/** Sends what an operator has written, also in other tabs. @returns a function that ends it */
export function followReplies(): () => void {
  const unfollow = followOwner($operator, (operator) => {
    $held.set(null)
    return outbox.follow(operator, showSent)
  })
  const unsubscribe = $deskReturns.listen(goOn)
  return () => {
    unsubscribe()
    unfollow()
  }
}

function goOn(): void {
  $held.set(null)
  outbox.goOn()
}

function showSent(place: DialoguePlace, message: ChatMessage): void {
  const id = idOf(place)
  addMessages(id, [message])
  showConversation(id, { waiting_since: null, snoozed_until: null })
  // The first answer may have given the conversation to whoever sent it.
  refreshConversation(id)
}

/** @returns why it cannot be sent; undefined: it is on its way, and the field may be emptied */
export function sendReply(conversationId: number, typed: string): string | undefined {
  const operator = $operator.get()
  const open = unfilled(typed)
  if (open.length > 0) return `还有没填的内容：${open.join('、')}`
  return operator === null ? SESSION_ENDED : outbox.sendText(operator, `desk:${conversationId}`, typed)
}

/** The same, of a file that is in the store. */
export function sendFileReply(conversationId: number, file: StoredFile): string | undefined {
  const operator = $operator.get()
  if (operator === null) return SESSION_ENDED
  outbox.sendFile(operator, `desk:${conversationId}`, file)
  return undefined
}

export function retryReply(clientId: string): void {
  $held.set(null)
  outbox.resend(clientId)
}

/** Each operator's own. */
export function typedReply(conversationId: number): Typed {
  return typedInto(`desk:${conversationId}`, $operator.get() ?? '')
}

/**
 * Gives up a reply that was refused, unless it is tried again. A text goes back into the field, before what stands
 * there.
 */
export function takeBackReply(typed: Typed, { key, detail }: ChatLine): void {
  if (outbox.discard(key) && detail.kind === 'text') typed.putBack(detail.text)
}

/** Nobody has to answer what the dialogue shows. @returns what went wrong, such as that the company has said more */
export async function needsNoReply(conversationId: number): Promise<string | undefined> {
  const state = findOpen(conversationId)?.dialogue.$state.get()
  const seq = state?.status === 'ready' ? state.log.upTo : 0
  const done = await attempt(() => ask(settleConversation, { params: { id: conversationId }, body: { seq } }))
  if (!done.ok) return done.text
  const { waiting_since, snoozed_until } = done.value.data
  showConversation(conversationId, { waiting_since, snoozed_until })
  return undefined
}

/** 快捷回复, shared by all operators. */
type QuickReplies = AnswerOf<typeof listQuickReplies>['data']

type QuickRepliesState =
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

/**
 * Puts one in the place of another, adds it, or takes it away; those of colleagues stay as they are by then.
 * @param before undefined: it is new
 * @param after undefined: it is taken away
 * @returns what went wrong
 */
export async function saveQuickReply(
  before: QuickReply | undefined,
  after: QuickReply | undefined,
): Promise<string | undefined> {
  const done = await attempt(async () => {
    const { items, revision } = (await ask(listQuickReplies, {})).data
    const isIt = ({ title, text }: QuickReply) => title === before?.title && text === before.text
    const rest = items.flatMap((each) => (isIt(each) ? (after ?? []) : each))
    const next = items.some(isIt) || !after ? rest : [...rest, after]
    return (await ask(changeQuickReplies, { body: { items: next, revision } })).data
  })
  if (!done.ok) return done.text
  $quickReplies.set({ status: 'ready', replies: done.value })
  return undefined
}
