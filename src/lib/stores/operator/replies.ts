/** Replies of an operator: sent, tried again, taken back; and quick replies. */
import { ask } from '../../api/ask.ts'
import type { ChatMessage } from '../../contract/chat/chat-message.ts'
import { changeQuickReplies, listQuickReplies, type QuickReply } from '../../contract/operator/reply.ts'
import { followOwner } from '../../conversation/follow-owner.ts'
import { type Typed, typedInto } from '../../conversation/typed.ts'
import { type DialoguePlace, idOf } from '../../conversation/unsent.ts'
import type { ChatLine } from '../../rules/chat/chat-line.ts'
import { unfilled } from '../../rules/chat/reply-fields.ts'
import type { StoredFile } from '../uploads/single.ts'
import { $deskReturns, attempt, SESSION_ENDED } from './desk.ts'
import { $held, $operator, addMessages, outbox, refreshConversation, showConversation } from './dialogue.ts'
import { createValue } from './value.ts'

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
  // The first answer assigns the conversation.
  refreshConversation(id)
}

/** @returns the reason of a refusal; undefined: the reply is on its way, and the field may be emptied */
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

/** Returns the draft of a reply, one for each operator. */
export function typedReply(conversationId: number): Typed {
  return typedInto(`desk:${conversationId}`, $operator.get() ?? '')
}

/**
 * Gives up a refused reply, unless it is being retried. Its text goes back into the field, before the text that is
 * there.
 */
export function takeBackReply(typed: Typed, { key, detail }: ChatLine): void {
  if (outbox.discard(key) && detail.kind === 'text') typed.putBack(detail.text)
}

export const quickReplies = createValue(async (_: null) => (await ask(listQuickReplies, {})).data)

/**
 * Replaces, adds or deletes one reply; changes by colleagues stay. Returns the error.
 * @param before undefined: a new one
 * @param after undefined: delete it
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
  quickReplies.set(done.value)
  return undefined
}
