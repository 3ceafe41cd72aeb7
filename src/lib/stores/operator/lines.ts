/** The dialogue of the desk as lines: what the server has, then what is on its way. */
import { computed } from 'nanostores'
import type { ChatMessage } from '../../contract/chat-message.ts'
import { CHAT_OWN } from '../../contract/chat-message.ts'
import { readChatDetail } from '../../rules/chat-detail.ts'
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

function toLine(message: ChatMessage, companyName: string) {
  const own = message.source === CHAT_OWN
  return {
    key: message.client_id ?? String(message.id),
    own,
    // Several operators may answer in one conversation.
    name: own ? message.admin : companyName,
    detail: readChatDetail(message),
    at: message.gmt_create,
    state: { status: 'sent' } as const,
  }
}

function toSending({ clientId, type, detail, at, state }: Outgoing) {
  return { key: clientId, own: true, name: null, detail: readChatDetail({ type, detail }), at, state }
}
