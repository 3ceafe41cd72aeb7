/** Replies of an operator: written, tried again, taken back, and shown as sent. */
import type { ChatMessage } from '../../contract/chat/chat-message.ts'
import { followOwner } from '../../conversation/follow-owner.ts'
import { joinTabs, onDialogueEvent } from '../../conversation/tabs.ts'
import { type Typed, typedInto } from '../../conversation/typed.ts'
import { idOf, type Place } from '../../conversation/unsent.ts'
import type { ChatLine } from '../../rules/chat/chat-line.ts'
import type { StoredFile } from '../uploads/single.ts'
import { $deskReturns, SESSION_ENDED } from './desk.ts'
import { addMessages, refreshConversation, showConversation } from './dialogue.ts'
import { $isSessionOver, $operator, outbox } from './outbox.ts'

/** Sends what an operator has written, and shows what he writes in other tabs. @returns what ends it */
export function followReplies(): () => void {
  const unfollow = followOwner($operator, (operator) => {
    $isSessionOver.set(false)
    const leaveTabs = joinTabs(operator)
    const unsubscribe = onDialogueEvent((event) => {
      if (event.kind === 'messages') addMessages(idOf(event.place), event.items)
    })
    const leaveOutbox = outbox.follow(operator, showSent)
    return () => {
      leaveOutbox()
      unsubscribe()
      leaveTabs()
    }
  })
  const unsubscribe = $deskReturns.listen(goOn)
  return () => {
    unsubscribe()
    unfollow()
  }
}

function goOn(): void {
  $isSessionOver.set(false)
  outbox.goOn()
}

function showSent(place: Place, message: ChatMessage): void {
  const id = idOf(place)
  addMessages(id, [message])
  showConversation(id, { waiting_since: null })
  // The first answer may have given the conversation to whoever sent it.
  refreshConversation(id)
}

/** @returns why it cannot be sent; undefined: it is on its way, and the field may be emptied */
export async function sendReply(conversationId: number, typed: string): Promise<string | undefined> {
  const operator = $operator.get()
  return operator === null ? SESSION_ENDED : outbox.sendText(operator, `desk:${conversationId}`, typed)
}

/** The same, of a file that is in the store. */
export async function sendFileReply(conversationId: number, file: StoredFile): Promise<string | undefined> {
  const operator = $operator.get()
  return operator === null ? SESSION_ENDED : outbox.sendFile(operator, `desk:${conversationId}`, file)
}

export async function retryReply(clientId: string): Promise<void> {
  $isSessionOver.set(false)
  await outbox.resend(clientId)
}

/** Each operator's own. */
export function typedReply(conversationId: number): Typed {
  return typedInto(`desk:${conversationId}`, $operator.get() ?? '')
}

/** Gives up a reply that was refused, unless it is tried again. A text goes back into the field, before what stands there. */
export async function takeBackReply(typed: Typed, { key, detail }: ChatLine): Promise<void> {
  if ((await outbox.discard(key)) && detail.kind === 'text') typed.putBack(detail.text)
}
