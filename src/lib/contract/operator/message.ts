/** Messages of operators to one company, a policy's followers, or matching companies. */
import * as v from 'valibot'
import { MESSAGE_CATEGORIES } from '../account/message.ts'
import { defineCall } from '../call.ts'
import { pageOf, pageQuery, searchQuery } from '../list.ts'
import { clientId } from '../orders/order.ts'
import { paragraph } from '../text.ts'

const rowId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

const audience = v.variant(
  'kind',
  [
    v.object({ kind: v.literal('company'), company_id: rowId }),
    v.object({ kind: v.literal('followers'), policy_id: rowId }),
    v.object({ kind: v.literal('matching'), policy_id: rowId }),
  ],
  '请选择发送对象',
)

export type Audience = v.InferOutput<typeof audience>

/** Returns the number of receiving companies. 404 for an unknown company or policy. */
export const previewMessage = defineCall({
  summary: '预览消息会发给多少企业',
  method: 'POST',
  path: '/operator/api/v1/messages/preview',
  access: 'operator',
  body: v.object({ to: audience }),
  answer: v.object({ data: v.object({ count: v.number() }) }),
})

/**
 * Each company gets one unread message for all its people. The same `client_id` is sent once, with the same answer.
 * A policy message needs `platform_policy_id`. 400 without receivers.
 */
export const sendOperatorMessage = defineCall({
  summary: '给企业发消息',
  method: 'POST',
  path: '/operator/api/v1/messages',
  access: 'operator',
  body: v.object({
    to: audience,
    message: paragraph('消息内容', 200),
    category: v.picklist(MESSAGE_CATEGORIES, '请选择消息类别'),
    platform_policy_id: v.optional(rowId),
    client_id: clientId,
  }),
  answer: v.object({ data: v.object({ count: v.number() }) }),
})

export const POLICIES_PER_PAGE = 20

const policy = v.object({ id: rowId, title: v.string() })

/** Possible subjects of a message: originals, by part of the title or the number. */
export const findPolicies = defineCall({
  summary: '查找政策原文',
  method: 'GET',
  path: '/operator/api/v1/policies',
  access: 'operator',
  query: v.object({
    q: searchQuery,
    page: pageQuery,
  }),
  answer: v.object({ result: pageOf(policy) }),
})
