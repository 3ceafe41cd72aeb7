/** All conversations, for the operators (behaviour B12.5). */
import * as v from 'valibot'
import { REPLY_FIELDS } from '../../rules/chat/reply-fields.ts'
import { defineCall } from '../call.ts'
import { messagesAnswer, messagesQuery, newMessage, readSeq, sentMessage } from '../chat/chat-message.ts'
import { CONVERSATION_KINDS, lastMessage } from '../chat/chatting.ts'
import { count, idParam, moment, pageOf, pageQuery, searchQuery, timestamp } from '../list.ts'
import { deskEvent, handOver } from './work.ts'

export const CONVERSATIONS_PER_PAGE = 20
/** 待回复, 未读 by the operators, 已回复, 稍后处理: waiting and deferred. */
export const CONVERSATION_STATES = ['waiting', 'unread', 'answered', 'snoozed', 'all'] as const
export const ASSIGNMENTS = ['all', 'mine', 'none'] as const
export const SNOOZE_DAYS = 60

const LIST = '/operator/api/v1/conversations'

const person = v.object({ id: v.number(), name: v.string() })

const conversation = v.object({
  id: v.number(),
  kind: v.picklist(CONVERSATION_KINDS),
  company: v.object({ id: v.number(), name: v.string() }),
  /** The order of a topic; 0 for the chat. */
  advisory_id: v.number(),
  title: v.string(),
  policy_id: v.nullable(v.number()),
  assigned: v.nullable(person),
  closed: v.boolean(),
  unread: count,
  last_seq: count,
  read_seq: count,
  waiting_since: v.nullable(timestamp),
  /** Delayed until then, or until the company's next message. The company still waits. */
  snoozed_until: v.nullable(timestamp),
  /** Newest event of the history; 0: none. */
  desk_mark: count,
})

export type OperatorConversation = v.InferOutput<typeof conversation>

const queued = v.object({ ...conversation.entries, last: lastMessage })

export type QueuedConversation = v.InferOutput<typeof queued>

/** Waiting ones first, longest wait first; others by their last message, newest first. `q`: company or title. */
export const listConversations = defineCall({
  summary: '咨询队列',
  method: 'GET',
  path: LIST,
  access: 'operator',
  query: v.object({
    state: v.optional(v.picklist(CONVERSATION_STATES), 'waiting'),
    assigned: v.optional(v.picklist(ASSIGNMENTS), 'all'),
    kind: v.optional(v.picklist(CONVERSATION_KINDS)),
    q: searchQuery,
    page: pageQuery,
  }),
  answer: v.object({ result: pageOf(queued) }),
})

const conversationAnswer = v.object({ data: conversation })

/** With the possible operators, the history, newest first, and the values of the fields of quick replies (null: unknown). */
export const getOperatorConversation = defineCall({
  summary: '一个咨询和可以负责它的人',
  method: 'GET',
  path: `${LIST}/{id}`,
  access: 'operator',
  params: idParam,
  answer: v.object({
    data: v.object({
      ...conversation.entries,
      operators: v.array(person),
      history: v.array(deskEvent),
      reply_fields: v.record(v.picklist(REPLY_FIELDS), v.nullable(v.string())),
    }),
  }),
})

/** With the state of the conversation, for polling. */
export const listConversationMessages = defineCall({
  summary: '一个咨询的消息',
  method: 'GET',
  path: `${LIST}/{id}/messages`,
  access: 'operator',
  params: idParam,
  query: messagesQuery,
  answer: v.object({ ...messagesAnswer.entries, ...conversationAnswer.entries }),
})

/**
 * The first answer assigns a conversation without an operator. `seen`: the last message on the page; a colleague has answered
 * after it: 409.
 */
export const replyToConversation = defineCall({
  summary: '回复咨询',
  method: 'POST',
  path: `${LIST}/{id}/messages`,
  access: 'operator',
  params: idParam,
  body: newMessage({ seen: v.optional(readSeq) }),
  answer: sentMessage,
})

/**
 * Messages up to `seq` are read, need no answer (`settle`), or wait until later; `until` null ends the delay. The company has
 * written more after the last two, or does not wait: 409. So is a hand-over from another operator than `from` (null: none).
 */
export const changeConversation = defineCall({
  summary: '咨询已读、无需回复、稍后处理或转交',
  method: 'PUT',
  path: `${LIST}/{id}`,
  access: 'operator',
  params: idParam,
  body: v.variant(
    'act',
    [
      v.object({ act: v.picklist(['read', 'settle']), seq: readSeq }),
      v.object({ act: v.literal('assign'), ...handOver.entries }),
      v.object({ act: v.literal('snooze'), seq: readSeq, until: v.nullable(moment('请选择时间')) }),
    ],
    '没有这种操作',
  ),
  answer: conversationAnswer,
})
