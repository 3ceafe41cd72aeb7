/** All conversations, for the operators: who waits, who answers, what was said (behaviour B12.5). */
import * as v from 'valibot'
import { REPLY_FIELDS } from '../../rules/chat/reply-fields.ts'
import { defineCall } from '../call.ts'
import { messagesAnswer, messagesQuery, newMessage, readSeq, sentMessage } from '../chat/chat-message.ts'
import { CONVERSATION_KINDS, lastMessage } from '../chat/chatting.ts'
import { idParam, moment, pageOf, pageQuery, timestamp } from '../list.ts'
import { line } from '../text.ts'
import { deskEvent, handOver } from './work.ts'

export const CONVERSATIONS_PER_PAGE = 20
/** 待回复, 未读 by the operators, 已回复, 稍后处理: waiting, and put off. */
export const CONVERSATION_STATES = ['waiting', 'unread', 'answered', 'snoozed', 'all'] as const
export const ASSIGNMENTS = ['all', 'mine', 'none'] as const
/** Nobody is put off for longer. */
export const SNOOZE_DAYS = 60

const LIST = '/operator/api/v1/conversations'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const person = v.object({ id: v.number(), name: v.string() })

const conversation = v.object({
  id: v.number(),
  kind: v.picklist(CONVERSATION_KINDS),
  company: v.object({ id: v.number(), name: v.string() }),
  /** The order of a topic; 0: this is the chat. */
  advisory_id: v.number(),
  title: v.string(),
  policy_id: v.nullable(v.number()),
  assigned: v.nullable(person),
  closed: v.boolean(),
  unread: count,
  last_seq: count,
  /** Read so far by the operators. */
  read_seq: count,
  /** Null: nobody waits. */
  waiting_since: v.nullable(timestamp),
  /** Put off until then, or until the company says more; null: it is not. The company waits all the same. */
  snoozed_until: v.nullable(timestamp),
  /** The newest event of its history; another one than before: the history is to be read anew. 0: there is none. */
  desk_mark: count,
})

export type OperatorConversation = v.InferOutput<typeof conversation>

const queued = v.object({ ...conversation.entries, last: lastMessage })

export type QueuedConversation = v.InferOutput<typeof queued>

/** Those who wait come by how long they do, all others by their last message, newest first. `q`: company or title. */
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

/** With who may be assigned, and what operators did with it, newest first. An open desk asks for it again and again: the company has a call of its own. */
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

/** Also gives the newest state of the conversation, so that polling shows who has it and whether it is closed. */
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
 * The first answer takes the conversation over if nobody has it. `seen`: up to which message the page shows it; a colleague
 * has answered after that: 409, so that nothing is answered twice.
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

/** Hands over from `from`, the operator whom the page showed (null: nobody). 409 if somebody else has it meanwhile. */
export const assignConversation = defineCall({
  summary: '分派或转交咨询',
  method: 'PUT',
  path: `${LIST}/{id}/assign`,
  access: 'operator',
  params: idParam,
  body: handOver,
  answer: conversationAnswer,
})

/** Nobody has to answer what was said up to `seq`. The company has said more since: 409. */
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
 * Puts off what waits, up to message `seq`, until a moment that is to come; null: not any longer. The company has said
 * more since, or nobody waits: 409.
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

/** What the fields of quick replies stand for here; null: nobody knows. */
export const getReplyFields = defineCall({
  summary: '快捷回复里的字段',
  method: 'GET',
  path: `${LIST}/{id}/reply-fields`,
  access: 'operator',
  params: idParam,
  answer: v.object({ data: v.record(v.picklist(REPLY_FIELDS), v.nullable(v.string())) }),
})
