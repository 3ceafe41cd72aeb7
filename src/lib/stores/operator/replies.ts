/** What an operator sends into a dialogue: shown at once, and kept until it is there. */
import { newClientId } from '../../browser/client-id.ts'
import type { ChatMessage } from '../../contract/chat/chat-message.ts'
import { CHAT_ATTACHMENT, CHAT_IMAGE, CHAT_TEXT, CHAT_TEXT_LIMIT } from '../../contract/chat/chat-message.ts'
import { checkChatText, isImageName, writeFileDetail } from '../../rules/chat/chat-detail.ts'
import type { ChatLine } from '../../rules/chat/chat-line.ts'
import { $dialogue, addMessages, findOpen, refreshConversation, showConversation } from './dialogue.ts'
import { keepDraft, readDraft } from './drafts.ts'
import { discardOutgoing, dropOutgoing, type Outgoing, putOutgoing, retryOutgoing } from './outgoing.ts'

/** @returns why it cannot be sent; undefined: it is on its way, and the field may be emptied */
export function sendReply(conversationId: number, typed: string): string | undefined {
  const checked = checkChatText(typed, CHAT_TEXT_LIMIT)
  if (!checked.ok) return checked.reason
  put(conversationId, CHAT_TEXT, checked.text)
  return undefined
}

/** A file that is in the store. */
export function sendFileReply(conversationId: number, file: { localName: string; hashName: string }): void {
  put(conversationId, isImageName(file.localName) ? CHAT_IMAGE : CHAT_ATTACHMENT, writeFileDetail(file))
}

function put(conversationId: number, type: Outgoing['type'], detail: string): void {
  const item: Outgoing = {
    conversationId,
    clientId: newClientId(),
    type,
    detail,
    at: new Date().toISOString(),
    state: { status: 'sending' },
  }
  putOutgoing(item, showSent)
}

export function retryReply(clientId: string): void {
  retryOutgoing(clientId, showSent)
}

/** Gives up a reply that was refused, unless it is tried again. A text goes back into the draft, before what stands there. */
export function takeBackReply(conversationId: number, { key, detail }: ChatLine): void {
  if (!discardOutgoing(key) || detail.kind !== 'text') return
  const draft = replyDraft(conversationId)
  keepDraft(draft, [detail.text, readDraft(draft)].filter((text) => text !== '').join('\n'))
}

/** The name of the draft of what is being written. */
export function replyDraft(conversationId: number): string {
  return `reply:${conversationId}`
}

function showSent({ conversationId, clientId }: Outgoing, message: ChatMessage): void {
  addMessages(conversationId, [message])
  showConversation(conversationId, { waiting_since: null })
  // The first answer may have given the conversation to whoever sent it.
  refreshConversation(conversationId)
  if (!findOpen(conversationId)) dropOutgoing(new Set([clientId]))
}

// What has arrived is no longer on its way.
$dialogue.listen((state) => {
  if (state.status === 'ready') dropOutgoing(new Set(state.messages.map(({ client_id }) => client_id)))
})
