import type { InferInput } from 'valibot'
import {
  type ChatOverview,
  type Conversation,
  getConversation,
  listChatMessages,
  openConversation,
  readConversation,
  sendChatMessage,
} from '../contract/chat/chat.ts'
import type { ChatMessage, newChatMessage } from '../contract/chat/chat-message.ts'
import { ask } from './ask.ts'

export interface ChatPage {
  /** Oldest first. */
  items: ChatMessage[]
  total: number
  pages: number
  page: number
  /** See `NewMessages`. */
  files: string
  closed?: boolean
}

export interface NewMessages {
  items: ChatMessage[]
  /** Another one than before: the files beside the dialogue are to be read anew. */
  files: string
  /** Of a topic: nobody can write any more. */
  closed?: boolean
}

/** `data` null: none was opened yet. */
export function fetchConversation(): Promise<ChatOverview> {
  return ask(getConversation, {})
}

/** Opens the company's conversation, or tells what it is about now. */
export async function startConversation(
  about: InferInput<(typeof openConversation)['body']>,
): Promise<Conversation> {
  const { data } = await ask(openConversation, { body: about })
  return data
}

/** Marks read up to `seq`. */
export async function markChatRead(seq: number): Promise<Conversation> {
  const { data } = await ask(readConversation, { body: { read_seq: seq } })
  return data
}

/** Page 1 has the newest messages. */
export async function fetchChatMessages(page: number): Promise<ChatPage> {
  const { result, files } = await ask(listChatMessages, { query: { page: String(page) } })
  return { ...result, files }
}

/** What came after `seq`, at most a page. */
export async function fetchNewChatMessages(seq: number): Promise<NewMessages> {
  const { result, files } = await ask(listChatMessages, { query: { after: String(seq) } })
  return { items: result.items, files }
}

/** Sent again with the same `client_id`, it is still one message. */
export async function postChatMessage(message: InferInput<typeof newChatMessage>): Promise<ChatMessage> {
  const { data } = await ask(sendChatMessage, { body: message })
  return data
}
