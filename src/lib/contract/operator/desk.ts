/** The desk itself: what is to be done today, how the desk does, and how who sits there is called. */
import * as v from 'valibot'
import { ORDER_STATES } from '../../rules/orders/order-states.ts'
import { RESERVATION_KIND_NAMES } from '../../rules/orders/reservations.ts'
import { defineCall } from '../call.ts'
import { calendarDay, timestamp } from '../list.ts'
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

/** The sections whose rows wait, and what of a list that is: also as the section's own address says it. */
export const WAITING_LISTS = {
  conversations: { state: 'waiting' },
  orders: { state: 'submitted' },
  requests: { state: 'submitted' },
  reservations: { state: 'requested' },
  corrections: { state: 'open' },
} as const

export type WaitingList = keyof typeof WAITING_LISTS

/** Where a figure's rows are: the section with exactly that filter. */
export function deskAddress(section: string, filter: Readonly<Record<string, string | number>>): string {
  const query = Object.entries(filter).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `/operator/${section}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** So many weeks of applications are shown, the present one with them. */
export const FIGURE_WEEKS = 12

/** Of the last 30 days; milliseconds, null: there were none. */
const speed = v.object({
  /** How often it was done. */
  times: count,
  /** In so many conversations or applications. */
  rows: count,
  median: v.nullable(v.number()),
  ninth: v.nullable(v.number()),
})

/** What the portal could not do in the last 24 hours, as the security log has it; `times`: rows may count. */
const troubles = v.object({
  rows: count,
  times: count,
  kinds: v.array(v.object({ words: v.string(), times: count })),
})

const figures = v.object({
  waiting: v.array(
    v.object({
      list: v.picklist(Object.keys(WAITING_LISTS) as WaitingList[]),
      today: count,
      days: count,
      long: count,
      /** Only of what can be somebody's: mine, and nobody's; and what is overdue. */
      owned: v.nullable(v.object({ mine: count, none: count, late: count })),
      /** Since when the oldest waits. */
      oldest: v.nullable(timestamp),
    }),
  ),
  /** Questions until they were answered, in plain time; applications in working time. */
  speeds: v.object({
    answered: speed,
    taken: speed,
    settled: speed,
    requests: speed,
  }),
  /** Applications for policies by the week in China in which they came in, oldest first, and by what became of them. */
  weeks: v.array(
    v.object({
      from: calendarDay,
      to: calendarDay,
      states: v.array(v.object({ state: v.picklist(ORDER_STATES), count })),
    }),
  ),
  /** Bytes. */
  storage: v.object({ used: count, quota: count, low: count, free: v.nullable(count) }),
  sms: troubles,
  faults: troubles,
})

export type Figures = v.InferOutput<typeof figures>

/** Behaviour B12.7. More than `getToday`: only who looks at 今日 asks for it. */
export const getFigures = defineCall({
  summary: '工作台的统计',
  method: 'GET',
  path: '/operator/api/v1/figures',
  access: 'operator',
  answer: v.object({ data: figures }),
})

/** Behaviour B12.6. An open desk asks for it again and again. */
export const getToday = defineCall({
  summary: '今天要处理的事',
  method: 'GET',
  path: '/operator/api/v1/today',
  access: 'operator',
  answer: v.object({ data: today }),
})
