/** The desk itself: what is to be done today, and how who sits there is called. */
import * as v from 'valibot'
import { RESERVATION_KIND_NAMES } from '../../rules/orders/reservations.ts'
import { defineCall } from '../call.ts'
import { timestamp } from '../list.ts'
import { line } from '../text.ts'

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

/** So many of what is overdue are named. */
export const OVERDUE_NAMED = 5

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
  /** Of those, what has waited too long; who waits longest comes first. */
  overdue: v.object({
    total: count,
    items: v.array(
      v.object({
        kind: v.picklist(['conversations', 'orders', 'requests']),
        id: v.number(),
        company_name: v.string(),
        title: v.string(),
        since: timestamp,
      }),
    ),
  }),
  /** Confirmed, of the day in China, by time. */
  reservations: v.array(
    v.object({
      id: v.number(),
      kind: v.picklist(Object.keys(RESERVATION_KIND_NAMES) as (keyof typeof RESERVATION_KIND_NAMES)[]),
      company_name: v.string(),
      target_name: v.nullable(v.string()),
      starts_at: timestamp,
    }),
  ),
  /** When the next confirmed one begins. */
  next_at: v.nullable(timestamp),
})

export type Today = v.InferOutput<typeof today>

/** Behaviour B12.6. An open desk asks for it again and again. */
export const getToday = defineCall({
  summary: '今天要处理的事',
  method: 'GET',
  path: '/operator/api/v1/today',
  access: 'operator',
  answer: v.object({ data: today }),
})
