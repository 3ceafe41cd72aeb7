/** 满意度: a customer's rating of an ended conversation (behaviour B7.11), and the operators' statistics. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idParam, pageOf, pageQuery, timestamp } from '../list.ts'
import { CHAT_TEXT_LIMIT } from './chat-message.ts'

export const GRADES = [3, 2, 1] as const
export type Grade = (typeof GRADES)[number]
export const GRADE_WORDS: Readonly<Record<Grade, string>> = { 3: '满意', 2: '一般', 1: '不满意' }

export const RATING_NOTE_LIMIT = Math.min(300, CHAT_TEXT_LIMIT)
export const RATING_CHANGE_DAYS = 7
export const RATINGS_PER_PAGE = 20

const seq = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const grade = v.picklist(GRADES)

/** `ask`: the conversation has ended, without a question so far. `given`: the rating of the last end, while it can be changed. */
const rating = v.variant('is', [
  v.object({ is: v.literal('none') }),
  v.object({ is: v.literal('ask'), seq }),
  v.object({ is: v.literal('given'), seq, grade, note: v.string() }),
])

export type Rating = v.InferOutput<typeof rating>

const answer = v.object({ data: rating })
const PATH = '/customer/api/v1/chat/{id}/rating'

export const readRating = defineCall({
  summary: '咨询的满意度',
  method: 'GET',
  path: PATH,
  access: 'company',
  params: idParam,
  answer,
})

/** `grade` null: the customer declines, and gets no second question. Reopened, or too late: 409. */
export const rateConversation = defineCall({
  summary: '评价咨询',
  method: 'PUT',
  path: PATH,
  access: 'company',
  params: idParam,
  body: v.object({
    seq,
    grade: v.nullable(grade),
    note: v.optional(
      v.pipe(v.string(), v.trim(), v.maxLength(RATING_NOTE_LIMIT, `最多 ${RATING_NOTE_LIMIT} 个字`)),
      '',
    ),
  }),
  answer,
})

const givenRating = v.object({
  id: v.number(),
  conversation_id: v.number(),
  company_name: v.string(),
  grade,
  note: v.string(),
  operator: v.nullable(v.string()),
  gmt_create: timestamp,
})

export type GivenRating = v.InferOutput<typeof givenRating>

export const listRatings = defineCall({
  summary: '满意度列表',
  method: 'GET',
  path: '/operator/api/v1/ratings',
  access: 'operator',
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(givenRating) }),
})
