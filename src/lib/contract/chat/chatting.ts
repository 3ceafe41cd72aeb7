/** Recent consultations of a company (behaviour B7.10). */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idParam, pageOf, pageQuery } from '../list.ts'
import { chatMessage } from './chat-message.ts'

export const CHATTING_PER_PAGE = 20
export const CONVERSATION_KINDS = ['chat', 'advisory'] as const

export const lastMessage = v.pick(chatMessage, ['type', 'detail', 'source', 'admin', 'gmt_create'])

const consultation = v.object({
  id: v.number(),
  kind: v.picklist(CONVERSATION_KINDS),
  title: v.string(),
  advisory_id: v.number(),
  advisory_title: v.nullable(v.string()),
  unread: v.pipe(v.number(), v.integer(), v.minValue(0)),
  last: lastMessage,
})

export type Consultation = v.InferOutput<typeof consultation>

/**
 * Newest first; those without a message are omitted. `{id}` is the caller's company, or the site's fixed company, which
 * stands for the caller's own. Any other: 404.
 */
export const listConsultations = defineCall({
  summary: '最近的咨询',
  method: 'GET',
  path: '/startup/api/v1/home/page/chatting/{id}',
  access: 'company',
  params: idParam,
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(consultation) }),
})
