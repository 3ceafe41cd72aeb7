import type { InferInput } from 'valibot'
import {
  addTopic,
  changeTopic,
  listTopicMessages,
  listTopics,
  sendTopicMessage,
  type Topic,
} from '../contract/chat/advisory.ts'
import type { ChatMessage } from '../contract/chat/chat-message.ts'
import { ask } from './ask.ts'
import type { ChatPage, NewMessages } from './chat.ts'

/** All topics of an order's consultation, oldest first. */
export async function fetchTopics(orderId: number): Promise<Topic[]> {
  const { result } = await ask(listTopics, { params: { id: String(orderId) } })
  return result.items
}

export async function createTopic(orderId: number, title: string): Promise<Topic> {
  const { data } = await ask(addTopic, { params: { id: String(orderId) }, body: { title } })
  return data
}

/** `read_seq` marks read up to that message. */
export async function updateTopic(
  id: number,
  change: { title?: string; closed?: boolean; read_seq?: number },
): Promise<Topic> {
  const { data } = await ask(changeTopic, { params: { id: String(id) }, body: change })
  return data
}

/** Page 1 has the newest messages. */
export async function fetchTopicMessages(id: number, page: number): Promise<ChatPage> {
  const { result, files, closed } = await ask(listTopicMessages, {
    params: { id: String(id) },
    query: { page: String(page) },
  })
  return { ...result, files, closed }
}

/** What came after `seq`, at most a page. */
export async function fetchNewTopicMessages(id: number, seq: number): Promise<NewMessages> {
  const { result, files, closed } = await ask(listTopicMessages, {
    params: { id: String(id) },
    query: { after: String(seq) },
  })
  return { items: result.items, files, closed }
}

/** Sent again with the same `client_id`, it is still one message. */
export async function postTopicMessage(
  message: InferInput<(typeof sendTopicMessage)['body']>,
): Promise<ChatMessage> {
  const { data } = await ask(sendTopicMessage, { body: message })
  return data
}
