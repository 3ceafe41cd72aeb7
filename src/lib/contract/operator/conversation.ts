/** All conversations, for the operators: who waits, who answers, what was said (behaviour B12.5). */
import * as v from 'valibot'
import { REPLY_FIELDS } from '../../rules/chat/reply-fields.ts'
import { WAITED } from '../../rules/time/waiting.ts'
import { defineCall } from '../call.ts'
import { messagesAnswer, messagesQuery, newMessage, readSeq, sentMessage } from '../chat/chat-message.ts'
import { CONVERSATION_KINDS, lastMessage } from '../chat/chatting.ts'
import { afterQuery, idParam, moment, pageOf, pageQuery, timestamp } from '../list.ts'
import { line } from '../text.ts'
import { changeOfTags, deskEvent, handOver, tagQuery, tagsAnswer } from './work.ts'

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
  tags: v.array(v.string()),
  /** The newest event of its history; another one than before: the history is to be read anew. 0: there is none. */
  desk_mark: count,
  /** When another one was merged into it last: its messages have other numbers since. */
  merged_at: v.nullable(timestamp),
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
    tag: tagQuery,
    q: v.optional(line('搜索内容', 100)),
    /** Of those who wait: for so long. */
    waited: v.optional(v.picklist(WAITED)),
    /** In which an operator has answered within the last 30 days. */
    answered: v.optional(v.literal('recently')),
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

/** More than a conversation may have: 409. */
export const tagConversation = defineCall({
  summary: '给咨询加减标签',
  method: 'PUT',
  path: `${LIST}/{id}/tags`,
  access: 'operator',
  params: idParam,
  body: changeOfTags,
  answer: tagsAnswer,
})

/**
 * What was said in `from` goes into {id}, in one line of time; there is no way back. The company reads a sentence about
 * it. What are not two topics of one order, or one that is closed: 409.
 */
export const mergeConversations = defineCall({
  summary: '合并同一份申请的两个话题',
  method: 'POST',
  path: `${LIST}/{id}/merge`,
  access: 'operator',
  params: idParam,
  body: v.object({ from: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) }),
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

export const MESSAGES_FOUND_PER_PAGE = 20
/** So many messages are looked through by one call, however many there are. */
export const MESSAGES_SEARCHED = 100_000

const foundMessage = v.object({
  id: v.number(),
  conversation_id: v.number(),
  seq: v.number(),
  company_name: v.string(),
  title: v.string(),
  /** Null: one of the company's people. */
  admin: v.nullable(v.string()),
  /** The stretch around the first word. */
  text: v.string(),
  gmt_create: timestamp,
})

export type FoundMessage = v.InferOutput<typeof foundMessage>

/** Texts in which every word stands, newest first. `before`: the `next` of the answer before; null: that was all. */
export const searchMessages = defineCall({
  summary: '在咨询内容里搜索',
  method: 'GET',
  path: '/operator/api/v1/message-search',
  access: 'operator',
  rate: { burst: 60, perMinute: 60 },
  query: v.object({ q: line('搜索内容', 100), before: afterQuery }),
  answer: v.object({ items: v.array(foundMessage), next: v.nullable(v.number()) }),
})
