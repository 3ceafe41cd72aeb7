import type { InferInput } from 'valibot'
import type { AnswerOf } from '../contract/call.ts'
import type { ChatMessage, newChatMessage } from '../contract/chat/chat-message.ts'
import {
  assignConversation,
  getOperatorConversation,
  listConversationMessages,
  listConversations,
  markConversationRead,
  type OperatorConversation,
  replyToConversation,
  settleConversation,
} from '../contract/operator/conversation.ts'
import { ask } from './ask.ts'
import type { ChatPage, NewMessages } from './chat.ts'

type Filters = InferInput<(typeof listConversations)['query']>

export async function fetchConversations(
  filters: Filters,
): Promise<AnswerOf<typeof listConversations>['result']> {
  const { result } = await ask(listConversations, { query: filters })
  return result
}

/** With its company, and the operators who may take it. */
export async function fetchOperatorConversation(
  id: number,
): Promise<AnswerOf<typeof getOperatorConversation>['data']> {
  const { data } = await ask(getOperatorConversation, { params: { id: String(id) } })
  return data
}

interface WithConversation {
  /** As it is by now. */
  conversation: OperatorConversation
}

/** Page 1 has the newest messages. */
export async function fetchConversationMessages(
  id: number,
  page: number,
): Promise<ChatPage & WithConversation> {
  const { result, files, data } = await ask(listConversationMessages, {
    params: { id: String(id) },
    query: { page: String(page) },
  })
  return { ...result, files, conversation: data }
}

/** What came after `seq`, at most a page. */
export async function fetchNewConversationMessages(
  id: number,
  seq: number,
): Promise<NewMessages & WithConversation> {
  const { result, files, data } = await ask(listConversationMessages, {
    params: { id: String(id) },
    query: { after: String(seq) },
  })
  return { items: result.items, files, conversation: data }
}

/** Sent again with the same `client_id`, it is still one message. */
export async function postReply(
  id: number,
  message: InferInput<typeof newChatMessage>,
): Promise<ChatMessage> {
  const { data } = await ask(replyToConversation, { params: { id: String(id) }, body: message })
  return data
}

/** Hands over from one operator to another; null: nobody. */
export async function handOverConversation(
  id: number,
  from: number | null,
  to: number | null,
): Promise<OperatorConversation> {
  const { data } = await ask(assignConversation, {
    params: { id: String(id) },
    body: { operator_id: to, from },
  })
  return data
}

/** Nobody has to answer what was said up to `seq`. */
export async function settleWaiting(id: number, seq: number): Promise<OperatorConversation> {
  const { data } = await ask(settleConversation, { params: { id: String(id) }, body: { seq } })
  return data
}

export async function markReadByOperators(id: number, seq: number): Promise<OperatorConversation> {
  const { data } = await ask(markConversationRead, {
    params: { id: String(id) },
    body: { read_seq: seq },
  })
  return data
}
