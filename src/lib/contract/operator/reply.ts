/** 快捷回复: replies that all operators share and insert into dialogues. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { CHAT_TEXT_LIMIT } from '../chat/chat-message.ts'
import { line, paragraph } from '../text.ts'

export const QUICK_REPLIES_LIMIT = 100
export const QUICK_REPLY_TITLE_LIMIT = 30

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const quickReply = v.object({
  title: line('标题', QUICK_REPLY_TITLE_LIMIT),
  text: paragraph('回复内容', CHAT_TEXT_LIMIT),
})

export type QuickReply = v.InferOutput<typeof quickReply>

export const quickReplies = v.object({
  items: v.pipe(
    v.array(quickReply),
    v.maxLength(QUICK_REPLIES_LIMIT, `快捷回复不能超过 ${QUICK_REPLIES_LIMIT} 条`),
  ),
  /** Returned with the next change; 0 if never changed. */
  revision,
})

export const listQuickReplies = defineCall({
  summary: '快捷回复',
  method: 'GET',
  path: '/operator/api/v1/replies',
  access: 'operator',
  answer: v.object({ data: quickReplies }),
})

/** Replaces them all. 409 if they have changed meanwhile. */
export const changeQuickReplies = defineCall({
  summary: '修改快捷回复',
  method: 'PUT',
  path: '/operator/api/v1/replies',
  access: 'operator',
  body: quickReplies,
  answer: v.object({ data: quickReplies }),
})
