/** Messages about policies and applications: the bell (behaviour B6.1). */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idParam, numberChoice, pageOf, pageQuery, timestamp } from '../list.ts'

export const MESSAGES_PER_PAGE = 10
export const MESSAGE_CATEGORIES = ['policy', 'application'] as const
export const MESSAGE_TOPICS = ['deadline', 'change', 'match', 'saved'] as const
export const MESSAGE_UNREAD = 0
export const MESSAGE_READ = 1

const id = v.pipe(v.number(), v.integer())

const message = v.object({
  id,
  message: v.string(),
  category: v.picklist(MESSAGE_CATEGORIES),
  /** Page id of the original, in a message about a policy; null for news without a policy. */
  platform_policy_id: v.nullable(id),
  /** The order (`poid` of /mylist/1), in a message about an application. */
  application_id: v.nullable(id),
  /** Null for other messages. A message with a topic can be muted (`muteMessage`). */
  topic: v.nullable(v.picklist(MESSAGE_TOPICS)),
  /** The linked page of this site, if the ids above do not determine it. */
  page: v.nullable(v.pipe(v.string(), v.startsWith('/'))),
  status: v.picklist([MESSAGE_UNREAD, MESSAGE_READ]),
  gmt_create: timestamp,
})

export type Message = v.InferOutput<typeof message>

/** Newest first. The unread count is `total` of status 0. */
export const listMessages = defineCall({
  summary: '消息列表',
  method: 'GET',
  path: '/customer/api/v1/message',
  access: 'company',
  query: v.object({ status: v.optional(numberChoice([MESSAGE_UNREAD, MESSAGE_READ])), page: pageQuery }),
  answer: v.object({ result: pageOf(message) }),
})

export const deleteMessage = defineCall({
  summary: '删除消息',
  method: 'DELETE',
  path: '/customer/api/v1/message/{id}',
  access: 'company',
  params: idParam,
  answer: v.object({}),
})

export const readMessage = defineCall({
  summary: '一条或全部消息已读',
  method: 'POST',
  path: '/customer/api/v1/message/{id}/read',
  access: 'company',
  params: v.object({ id: v.union([v.literal('all'), idParam.entries.id]) }),
  answer: v.object({}),
})
