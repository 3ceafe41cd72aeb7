/** 快捷回复: texts that all operators share. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { CHAT_TEXT_LIMIT } from '../chat/chat-message.ts'
import { line, paragraph } from '../text.ts'

export const QUICK_REPLIES_LIMIT = 100

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const quickReply = v.object({
  title: line('标题', 30),
  text: paragraph('回复内容', CHAT_TEXT_LIMIT),
})

export type QuickReply = v.InferOutput<typeof quickReply>

export const quickReplies = v.object({
  items: v.pipe(
    v.array(quickReply),
    v.maxLength(QUICK_REPLIES_LIMIT, `快捷回复不能超过 ${QUICK_REPLIES_LIMIT} 条`),
  ),
  /** Goes with the next change; 0: never changed. */
  revision,
})

export const listQuickReplies = defineCall({
  summary: '快捷回复',
  method: 'GET',
  path: '/operator/api/v1/replies',
  access: 'operator',
  answer: v.object({ data: quickReplies }),
})

/** Replaces them all. A colleague was faster: 409. */
export const changeQuickReplies = defineCall({
  summary: '修改快捷回复',
  method: 'PUT',
  path: '/operator/api/v1/replies',
  access: 'operator',
  body: quickReplies,
  answer: v.object({ data: quickReplies }),
})
