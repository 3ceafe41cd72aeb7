/** The consultation of one order: topics and their messages, for its company and the operators. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idParam, timestamp } from '../list.ts'
import { line } from '../text.ts'
import { messagesAnswer, messagesQuery, newMessage, readSeq, sentMessage } from './chat-message.ts'

export const TOPICS_LIMIT = 50
export const TOPIC_TITLE_LIMIT = 50
export const FIRST_TOPIC = '综合咨询'

const seq = v.pipe(v.number(), v.integer(), v.minValue(0))
const title = line('话题名称', TOPIC_TITLE_LIMIT)

const topic = v.object({
  id: v.number(),
  advisory_id: v.number(),
  title: v.string(),
  closed: v.boolean(),
  unread: seq,
  last_seq: seq,
  /** Read so far by the caller's side. */
  read_seq: seq,
  gmt_modified: v.nullable(timestamp),
})

export type Topic = v.InferOutput<typeof topic>

const GROUPS = '/startup/api/v1/advisory/{id}/groups'

/** Oldest first, all of them. The first request for an order's consultation opens its first topic. */
export const listTopics = defineCall({
  summary: '订单的咨询话题',
  method: 'GET',
  path: GROUPS,
  access: 'company',
  changesState: true,
  params: idParam,
  answer: v.object({ result: v.object({ items: v.array(topic) }) }),
})

/** Added by us. More than `TOPICS_LIMIT`: 409. */
export const addTopic = defineCall({
  summary: '新增咨询话题',
  method: 'POST',
  path: GROUPS,
  access: 'company',
  params: idParam,
  body: v.object({ title }),
  answer: v.object({ data: topic }),
})

export const changeTopic = defineCall({
  summary: '修改或关闭咨询话题',
  method: 'PUT',
  path: '/startup/api/v1/advisory/group/{id}',
  access: 'company',
  params: idParam,
  body: v.pipe(
    v.object({
      title: v.optional(title),
      closed: v.optional(v.boolean('是否关闭应为是或否')),
      read_seq: v.optional(readSeq),
    }),
    v.check((change) => Object.values(change).some((value) => value !== undefined), '没有要修改的内容'),
  ),
  answer: v.object({ data: topic }),
})

export const listTopicMessages = defineCall({
  summary: '咨询话题的消息',
  method: 'GET',
  path: '/startup/api/v1/advisory/group/{id}/messages',
  access: 'company',
  params: idParam,
  query: messagesQuery,
  answer: v.object({ ...messagesAnswer.entries, closed: v.boolean() }),
})

/** A closed topic: 409. Too often: 429 with `retry_after`. */
export const sendTopicMessage = defineCall({
  summary: '在订单咨询中发消息',
  method: 'POST',
  path: '/startup/api/v1/advisory/group/message',
  access: 'company',
  body: newMessage({ group_id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) }),
  answer: sentMessage,
})
