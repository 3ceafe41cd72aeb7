/** All conversations for the operators: waiting, responsible operator, messages (behaviour B12.5). */
import * as v from 'valibot'
import { REPLY_FIELDS } from '../../rules/chat/reply-fields.ts'
import { defineCall } from '../call.ts'
import { messagesAnswer, messagesQuery, newMessage, readSeq, sentMessage } from '../chat/chat-message.ts'
import { CONVERSATION_KINDS, lastMessage } from '../chat/chatting.ts'
import { idParam, moment, pageOf, pageQuery, timestamp } from '../list.ts'
import { line } from '../text.ts'
import { deskEvent, handOver } from './work.ts'

export const CONVERSATIONS_PER_PAGE = 20
/** 待回复, 未读 by the operators, 已回复, 稍后处理: waiting and deferred. */
export const CONVERSATION_STATES = ['waiting', 'unread', 'answered', 'snoozed', 'all'] as const
export const ASSIGNMENTS = ['all', 'mine', 'none'] as const
/** Longest deferral. */
export const SNOOZE_DAYS = 60

const LIST = '/operator/api/v1/conversations'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
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
  /** Last message read by the operators. */
  read_seq: count,
  /** Null if it does not wait. */
  waiting_since: v.nullable(timestamp),
  /** Deferred until then, or until the company's next message; null if not. The company still waits. */
  snoozed_until: v.nullable(timestamp),
  /** The newest event of its history; a new number means that the history has changed. 0 for none. */
  desk_mark: count,
})

export type OperatorConversation = v.InferOutput<typeof conversation>

const queued = v.object({ ...conversation.entries, last: lastMessage })

export type QueuedConversation = v.InferOutput<typeof queued>

/** Waiting ones by waiting time, all others by their last message, newest first. `q`: company or title. */
export const listConversations = defineCall({
  summary: '咨询队列',
  method: 'GET',
  path: LIST,
  access: 'operator',
  query: v.object({
    state: v.optional(v.picklist(CONVERSATION_STATES), 'waiting'),
    assigned: v.optional(v.picklist(ASSIGNMENTS), 'all'),
    kind: v.optional(v.picklist(CONVERSATION_KINDS)),
    q: v.optional(line('搜索内容', 100)),
    page: pageQuery,
  }),
  answer: v.object({ result: pageOf(queued) }),
})

const conversationAnswer = v.object({ data: conversation })

/**
 * Includes assignable operators and the history, newest first. An open desk polls it: the company has its own call.
 */
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
    }),
  }),
})

/** Includes the conversation's newest state, so that polling shows its operator and whether it is closed. */
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
 * The first reply assigns an unassigned conversation. `seen`: last message on the page; 409 after a colleague's
 * later reply, so that nothing is answered twice.
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

/** Hands over from `from`, the operator shown on the page (null for none). 409 if the operator has changed. */
export const assignConversation = defineCall({
  summary: '分派或转交咨询',
  method: 'PUT',
  path: `${LIST}/{id}/assign`,
  access: 'operator',
  params: idParam,
  body: handOver,
  answer: conversationAnswer,
})

/** Messages up to `seq` need no reply. 409 after a newer message. */
export const settleConversation = defineCall({
  summary: '咨询无需回复',
  method: 'PUT',
  path: `${LIST}/{id}/settled`,
  access: 'operator',
  params: idParam,
  body: v.object({ seq: readSeq }),
  answer: conversationAnswer,
})

export const markConversationRead = defineCall({
  summary: '咨询已读到哪一条',
  method: 'PUT',
  path: `${LIST}/{id}/read`,
  access: 'operator',
  params: idParam,
  body: v.object({ read_seq: readSeq }),
  answer: conversationAnswer,
})

/**
 * Defers a conversation waiting since message `seq` until a future time; null ends that. 409 after a newer message,
 * or if it does not wait.
 */
export const snoozeConversation = defineCall({
  summary: '稍后处理咨询',
  method: 'PUT',
  path: `${LIST}/{id}/snooze`,
  access: 'operator',
  params: idParam,
  body: v.object({ until: v.nullable(moment('请选择时间')), seq: readSeq }),
  answer: conversationAnswer,
})

/** Values for the fields of quick replies; null if unknown. */
export const getReplyFields = defineCall({
  summary: '快捷回复里的字段',
  method: 'GET',
  path: `${LIST}/{id}/reply-fields`,
  access: 'operator',
  params: idParam,
  answer: v.object({ data: v.record(v.picklist(REPLY_FIELDS), v.nullable(v.string())) }),
})
