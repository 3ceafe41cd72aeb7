/** The desk: its waiting items, and the operator's name. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { count, pageOf, pageQuery, timestamp } from '../list.ts'
import { line } from '../text.ts'
import { ASSIGNMENTS } from './conversation.ts'

/** For colleagues, and for customers unless the operator is an expert. Sent messages keep the former name. */
export const changeOperatorName = defineCall({
  summary: '修改自己的姓名',
  method: 'PUT',
  path: '/operator/api/v1/name',
  access: 'operator',
  body: v.object({ name: line('姓名', 30) }),
  answer: v.object({ data: v.object({ name: v.string() }) }),
})

const today = v.object({
  counts: v.object({
    conversations: count,
    orders: count,
    requests: count,
    reservations: count,
    corrections: count,
    /** Those of the lists that wait for the operator who asks. */
    mine: count,
  }),
  /** A question from before that time is overdue: only the hours of service count. */
  late_before: timestamp,
  /** Confirmed reservations of the day in China. */
  meetings: count,
  /** Start of the next confirmed one. */
  next_at: v.nullable(timestamp),
})

export type Today = v.InferOutput<typeof today>

/** The sections with waiting rows, and the filter for these in the section's address. */
export const WAITING_LISTS = {
  conversations: { state: 'waiting' },
  orders: { state: 'submitted' },
  requests: { state: 'submitted' },
  reservations: { state: 'requested' },
  corrections: { state: 'open' },
} as const

export type WaitingList = keyof typeof WAITING_LISTS

export const WAITING_PER_PAGE = 20

const waiting = v.object({
  list: v.picklist(Object.keys(WAITING_LISTS) as WaitingList[]),
  id: v.number(),
  company_name: v.string(),
  /** The last message, the subject, or the report. */
  title: v.string(),
  since: timestamp,
  is_late: v.boolean(),
  operator: v.nullable(v.string()),
  mine: v.boolean(),
  is_begun: v.boolean(),
})

export type Waiting = v.InferOutput<typeof waiting>

/** All waiting items: one's own, then those without an operator, then those of colleagues; each group longest first. */
export const listWaiting = defineCall({
  summary: '我的待办',
  method: 'GET',
  path: '/operator/api/v1/waiting',
  access: 'operator',
  query: v.object({ assigned: v.optional(v.picklist(ASSIGNMENTS), 'all'), page: pageQuery }),
  answer: v.object({ result: pageOf(waiting) }),
})

/** Behaviour B12.6. */
export const getToday = defineCall({
  summary: '今天要处理的事',
  method: 'GET',
  path: '/operator/api/v1/today',
  access: 'operator',
  answer: v.object({ data: today }),
})
