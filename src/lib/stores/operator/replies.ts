/** Replies of an operator: written, tried again, taken back, and shown as sent. */
import {
  CHAT_ATTACHMENT,
  CHAT_IMAGE,
  CHAT_TEXT,
  CHAT_TEXT_LIMIT,
  type ChatMessage,
} from '../../contract/chat/chat-message.ts'
import { followOwner } from '../../conversation/follow-owner.ts'
import { joinTabs, onDialogueEvent } from '../../conversation/tabs.ts'
import { idOf, type Place, type Unsent } from '../../conversation/unsent.ts'
import { checkChatText, isImageName, writeFileDetail } from '../../rules/chat/chat-detail.ts'
import type { ChatLine } from '../../rules/chat/chat-line.ts'
import type { StoredFile } from '../uploads/single.ts'
import { $deskReturns, SESSION_ENDED } from './desk.ts'
import { addMessages, refreshConversation, showConversation } from './dialogue.ts'
import { keepDraft, readDraft } from './drafts.ts'
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
  const checked = checkChatText(typed, CHAT_TEXT_LIMIT)
  if (!checked.ok) return checked.reason
  return send(conversationId, { type: CHAT_TEXT, detail: checked.text, size: null })
}

/** A file that is in the store. @returns why it cannot be sent */
export function sendFileReply(conversationId: number, file: StoredFile): Promise<string | undefined> {
  const type = isImageName(file.localName) ? CHAT_IMAGE : CHAT_ATTACHMENT
  return send(conversationId, { type, detail: writeFileDetail(file), size: file.size })
}

async function send(conversationId: number, message: Pick<Unsent, 'type' | 'detail' | 'size'>) {
  const operator = $operator.get()
  return operator === null ? SESSION_ENDED : outbox.send(operator, `desk:${conversationId}`, message)
}

export async function retryReply(clientId: string): Promise<void> {
  $isSessionOver.set(false)
  await outbox.resend(clientId)
}

/** Gives up a reply that was refused, unless it is tried again. A text goes back into the draft, before what stands there. */
export async function takeBackReply(conversationId: number, { key, detail }: ChatLine): Promise<void> {
  if (!(await outbox.discard(key)) || detail.kind !== 'text') return
  const draft = replyDraft(conversationId)
  keepDraft(draft, [detail.text, readDraft(draft)].filter((text) => text !== '').join('\n'))
}

/** The name of the draft of what is being written. */
export function replyDraft(conversationId: number): string {
  return `reply:${conversationId}`
}
