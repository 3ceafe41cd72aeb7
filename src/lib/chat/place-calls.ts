/** The calls of a dialogue, whether it is the company's chat or a topic of an order's consultation. */
import { ask } from '../api/ask.ts'
import type { Place, Unsent } from '../browser/chat-outbox.ts'
import { listTopicMessages, sendTopicMessage } from '../contract/chat/advisory.ts'
import { listChatMessages, sendChatMessage } from '../contract/chat/chat.ts'
import type { ChatMessage } from '../contract/chat/chat-message.ts'

interface Messages {
  /** Oldest first. */
  result: { items: ChatMessage[]; total: number }
  /** Another one than before: the files beside the dialogue are to be read anew. */
  files: string
  /** Of a topic: nobody can write any more. */
  closed?: boolean
}

/** The newest page. */
export function fetchNewest(place: Place): Promise<Messages> {
  return fetchMessages(place, { page: 1 })
}

/** What follows a message, at most a page: for news, and for the page before the oldest one that is known. */
export function fetchAfter(place: Place, seq: number): Promise<Messages> {
  return fetchMessages(place, { after: seq })
}

function fetchMessages(place: Place, query: { page: number } | { after: number }): Promise<Messages> {
  return place === 'chat'
    ? ask(listChatMessages, { query })
    : ask(listTopicMessages, { params: { id: topicOf(place) }, query })
}

/** Sent twice it is one message. */
export async function postUnsent({ place, type, detail, client_id }: Unsent): Promise<ChatMessage> {
  const message = { type, detail, client_id }
  const { data } =
    place === 'chat'
      ? await ask(sendChatMessage, { body: message })
      : await ask(sendTopicMessage, { body: { ...message, group_id: topicOf(place) } })
  return data
}

function topicOf(place: `topic:${number}`): number {
  return Number(place.slice('topic:'.length))
}
