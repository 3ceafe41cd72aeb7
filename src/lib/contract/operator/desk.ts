/** The desk itself: its tasks, and the operator's name. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { pageOf, pageQuery, timestamp } from '../list.ts'
import { line } from '../text.ts'
import { ASSIGNMENTS } from './conversation.ts'

export const OPERATOR_NAME_LIMIT = 30

/**
 * The name for colleagues, and for customers unless the operator is an expert with another name. Sent messages keep
 * their name.
 */
export const changeOperatorName = defineCall({
  summary: '修改自己的姓名',
  method: 'PUT',
  path: '/operator/api/v1/name',
  access: 'operator',
  body: v.object({ name: line('姓名', OPERATOR_NAME_LIMIT) }),
  answer: v.object({ data: v.object({ name: v.string() }) }),
})

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const today = v.object({
  /** Numbers of waiting items. */
  counts: v.object({
    conversations: count,
    orders: count,
    requests: count,
    reservations: count,
    corrections: count,
  }),
  /** Waiting since before this time is overdue: only hours of service count. */
  late_before: timestamp,
  /** Today's confirmed reservations, by the day in China. */
  meetings: count,
  /** Start of the next confirmed one. */
  next_at: v.nullable(timestamp),
})

export type Today = v.InferOutput<typeof today>

/** Sections with waiting rows, and the filter for them in the section's address. */
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
  /** Of the conversation, application, reservation or report. */
  id: v.number(),
  company_name: v.string(),
  /** The last message, the subject, or the report. */
  title: v.string(),
  since: timestamp,
  is_late: v.boolean(),
  /** The responsible operator; null for none. */
  operator: v.nullable(v.string()),
  mine: v.boolean(),
  /** Already assigned to the caller. */
  is_begun: v.boolean(),
})

export type Waiting = v.InferOutput<typeof waiting>

/** Everything that waits: the caller's, then unassigned, then colleagues'; each by waiting time. */
export const listWaiting = defineCall({
  summary: '我的待办',
  method: 'GET',
  path: '/operator/api/v1/waiting',
  access: 'operator',
  query: v.object({ assigned: v.optional(v.picklist(ASSIGNMENTS), 'all'), page: pageQuery }),
  answer: v.object({ result: pageOf(waiting) }),
})

/** Behaviour B12.6. An open desk polls it. */
export const getToday = defineCall({
  summary: '今天要处理的事',
  method: 'GET',
  path: '/operator/api/v1/today',
  access: 'operator',
  answer: v.object({ data: today }),
})
