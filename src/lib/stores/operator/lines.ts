/** The dialogue of the desk as lines: what the server has, then what is on its way. */
import { computed } from 'nanostores'
import type { ChatMessage } from '../../contract/chat/chat-message.ts'
import { readChatDetail } from '../../rules/chat/chat-detail.ts'
import { type ChatLine, lineOf } from '../../rules/chat/chat-line.ts'
import { $dialogue } from './dialogue.ts'
import { $outgoing, type Outgoing } from './outgoing.ts'

export const $lines = computed([$dialogue, $outgoing], (dialogue, outgoing) => {
  if (dialogue.status !== 'ready') return []
  const arrived = new Set(dialogue.messages.map(({ client_id }) => client_id))
  return [
    ...dialogue.messages.map((message) => toLine(message, dialogue.conversation.company.name)),
    ...outgoing
      .filter(({ conversationId, clientId }) => conversationId === dialogue.id && !arrived.has(clientId))
      .map(toSending),
  ]
})

function toLine(message: ChatMessage, companyName: string): ChatLine {
  const line = lineOf(message)
  // Several operators may answer in one conversation.
  return { ...line, name: line.own ? message.admin : companyName }
}

function toSending({ clientId, type, detail, at, state }: Outgoing): ChatLine {
  return { key: clientId, own: true, name: null, detail: readChatDetail({ type, detail }), at, state }
}
