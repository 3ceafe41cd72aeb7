/** The calls of a dialogue, whether it is the company's chat or a topic of an order's consultation. */
import { fetchNewTopicMessages, fetchTopicMessages, postTopicMessage } from '../api/advisory.ts'
import {
  type ChatPage,
  fetchChatMessages,
  fetchNewChatMessages,
  type NewMessages,
  postChatMessage,
} from '../api/chat.ts'
import type { Place, Unsent } from '../browser/chat-outbox.ts'
import type { ChatMessage } from '../contract/chat/chat-message.ts'

/** The newest page. */
export function fetchNewest(place: Place): Promise<ChatPage> {
  return place === 'chat' ? fetchChatMessages(1) : fetchTopicMessages(topicOf(place), 1)
}

/** What follows a message, at most a page: for news, and for the page before the oldest one that is known. */
export function fetchAfter(place: Place, seq: number): Promise<NewMessages> {
  return place === 'chat' ? fetchNewChatMessages(seq) : fetchNewTopicMessages(topicOf(place), seq)
}

/** Sent twice it is one message. */
export function postUnsent({ place, type, detail, client_id }: Unsent): Promise<ChatMessage> {
  const message = { type, detail, client_id }
  return place === 'chat'
    ? postChatMessage(message)
    : postTopicMessage({ ...message, group_id: topicOf(place) })
}

function topicOf(place: `topic:${number}`): number {
  return Number(place.slice('topic:'.length))
}
