import {
  deleteMessage,
  listMessages,
  MESSAGE_UNREAD,
  type Message,
  readMessage,
} from '../contract/account/message.ts'
import { ask } from './ask.ts'

export interface MessagePage {
  items: Message[]
  total: number
  pages: number
  page: number
}

/** One page of all messages, newest first. */
export async function fetchMessages(page: number): Promise<MessagePage> {
  const { result } = await ask(listMessages, { query: { page: String(page) } })
  return result
}

export async function fetchUnreadCount(): Promise<number> {
  const { result } = await ask(listMessages, { query: { status: String(MESSAGE_UNREAD), page: '1' } })
  return result.total
}

export async function markMessageRead(id: number): Promise<void> {
  await ask(readMessage, { params: { id: String(id) } })
}

export async function removeMessage(id: number): Promise<void> {
  await ask(deleteMessage, { params: { id: String(id) } })
}
