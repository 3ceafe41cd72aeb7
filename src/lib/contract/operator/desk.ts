/** The desk itself: what is to be done, and how who sits there is called. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { pageOf, pageQuery, timestamp } from '../list.ts'
import { line } from '../text.ts'
import { ASSIGNMENTS } from './conversation.ts'

export const OPERATOR_NAME_LIMIT = 30

/** By colleagues, and by customers unless he is an expert with a name of its own. What was sent keeps its name. */
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
  /** What waits for the desk. */
  counts: v.object({
    conversations: count,
    orders: count,
    requests: count,
    reservations: count,
    corrections: count,
  }),
  /** Who has waited for an answer since before that has waited too long: only the time of service counts. */
  late_before: timestamp,
  /** Reservations that are confirmed, of the day in China. */
  meetings: count,
  /** When the next confirmed one begins. */
  next_at: v.nullable(timestamp),
})

export type Today = v.InferOutput<typeof today>

/** The sections whose rows wait, and what of a list that is: also as the section's own address says it. */
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
  /** Of the conversation, the application, the reservation or the report. */
  id: v.number(),
  company_name: v.string(),
  /** What was said last, what it is about, or what was reported. */
  title: v.string(),
  since: timestamp,
  is_late: v.boolean(),
  /** Who takes care of it; null: nobody. */
  operator: v.nullable(v.string()),
  mine: v.boolean(),
  /** Mine already: an application that I look at. */
  is_begun: v.boolean(),
})

export type Waiting = v.InferOutput<typeof waiting>

/** Everything that waits: mine, then nobody's, then what colleagues have; of each the longest first. */
export const listWaiting = defineCall({
  summary: '我的待办',
  method: 'GET',
  path: '/operator/api/v1/waiting',
  access: 'operator',
  query: v.object({ assigned: v.optional(v.picklist(ASSIGNMENTS), 'all'), page: pageQuery }),
  answer: v.object({ result: pageOf(waiting) }),
})

/** Behaviour B12.6. An open desk asks for it again and again. */
export const getToday = defineCall({
  summary: '今天要处理的事',
  method: 'GET',
  path: '/operator/api/v1/today',
  access: 'operator',
  answer: v.object({ data: today }),
})
