/** A company's one conversation with the portal's experts (behaviour B7.1), shared by all its people. */
import * as v from 'valibot'
import { type AnswerOf, defineCall } from '../call.ts'
import { line } from '../text.ts'
import { messagesAnswer, messagesQuery, newChatMessage, readSeq, sentMessage } from './chat-message.ts'

export const CHAT_TOPIC_LIMIT = 100

const RESOURCE = '/customer/api/v1/chat/resource'
const DETAIL = '/customer/api/v1/chat/detail/phone'

const seq = v.pipe(v.number(), v.integer(), v.minValue(0))

const conversation = v.object({
  id: v.number(),
  expert: v.nullable(
    v.object({ id: v.number(), name: v.string(), title: v.string(), avatar: v.nullable(v.string()) }),
  ),
  unread: seq,
  last_seq: seq,
  read_seq: seq,
  topic: v.string(),
  policy_id: v.nullable(v.number()),
})

export type Conversation = v.InferOutput<typeof conversation>

export const getConversation = defineCall({
  summary: '我的专家咨询',
  method: 'GET',
  path: RESOURCE,
  access: 'company',
  answer: v.object({
    data: v.nullable(conversation),
    topics_unread: seq,
  }),
})

export type ChatOverview = AnswerOf<typeof getConversation>

/**
 * Opens the conversation if there is none. A given topic or policy shows the operators its present subject; `topic` null
 * removes the subject. Without either, the earlier subject holds while the company waits for an answer, and until a pause as
 * long as a gap in a dialogue. With `read_seq` it only marks messages as read, so that polling need not write; 404 without a
 * conversation.
 */
export const openConversation = defineCall({
  summary: '开始专家咨询，或标记已读',
  method: 'POST',
  path: RESOURCE,
  access: 'company',
  body: v.object({
    policy_id: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    topic: v.optional(v.nullable(line('咨询主题', CHAT_TOPIC_LIMIT))),
    read_seq: v.optional(readSeq),
  }),
  answer: v.object({ data: conversation }),
})

/** The longest silence of a healthy stream. */
export const CHAT_BEAT_MS = 20_000

/**
 * Added by us, beside polling: `news` at once, and after each change of the company's conversations or of the files beside
 * them; else `beat`. A page that receives `news` asks as a poll does. Too many streams, or none possible now: 429.
 */
export const followConversations = defineCall({
  summary: '咨询有变化时即时通知',
  method: 'GET',
  path: '/customer/api/v1/chat/events',
  access: 'company',
  isStream: true,
  answer: v.object({}),
})

/** Without a conversation there are no messages. `"{files}"` of the last answer may accompany `after`. */
export const listChatMessages = defineCall({
  summary: '专家咨询的消息',
  method: 'GET',
  path: DETAIL,
  access: 'company',
  isConditional: true,
  query: messagesQuery,
  answer: messagesAnswer,
})

/** Opens the conversation if there is none. Too often: 429 with `retry_after`. */
export const sendChatMessage = defineCall({
  summary: '发送咨询消息',
  method: 'POST',
  path: DETAIL,
  access: 'company',
  body: newChatMessage,
  answer: sentMessage,
})
