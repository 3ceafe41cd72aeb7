/** Waiting times in the desk's groups: by calendar days in China, and overdue. */
import { LATE_MS } from '../chat/chat-time.ts'
import { chinaDay } from './china-day.ts'
import { DAY_MS } from './durations.ts'
import { type ServiceHours, serviceTimeBefore, workingDaysBefore } from './service-hours.ts'

export const AGES = ['today', 'days', 'long'] as const
export const WAITED = [...AGES, 'late'] as const
export type Waited = (typeof WAITED)[number]

export const WAITED_WORDS: Readonly<Record<Waited, string>> = {
  today: '今天的',
  days: '等了 1–3 天',
  long: '等了 3 天以上',
  late: '已超时',
}

/** The portal promises companies a first look at an application within this many working days. */
const REVIEW_DAYS = 3
/** The period over which the desk measures its speed. */
export const RECENT_MS = 30 * DAY_MS
const DAYS_MS = 3 * DAY_MS

/** Milliseconds since 1970: from `from` (inclusive) to `before` (exclusive). */
export interface Span {
  from: number
  before: number
}

/** Returns the beginning of a calendar day in China (YYYY-MM-DD). */
export function startOfChinaDay(day: string): number {
  return Date.parse(`${day}T00:00:00+08:00`)
}

/** Returns the span of items that wait since today; since one of the three days before; since earlier. */
export function spanOf(age: (typeof AGES)[number], nowMs: number): Span {
  const today = startOfChinaDay(chinaDay(new Date(nowMs)))
  if (age === 'today') return { from: today, before: Number.MAX_SAFE_INTEGER }
  if (age === 'days') return { from: today - DAYS_MS, before: today }
  return { from: 0, before: today - DAYS_MS }
}

/** The time, and the hours of service (null when not set). */
export interface Clock {
  nowMs: number
  hours: ServiceHours | null
}

/**
 * Returns the moment before which waiting items are overdue: a question after 30 minutes of service, an application after
 * three working days.
 */
export function lateBefore(of: 'question' | 'application', { nowMs, hours }: Clock): number {
  return of === 'question'
    ? serviceTimeBefore(hours, nowMs, LATE_MS)
    : workingDaysBefore(hours, new Date(nowMs), REVIEW_DAYS).getTime()
}

/** Returns `spanOf`, or the span of all overdue items. */
export function waitedSpan(waited: Waited, of: 'question' | 'application', clock: Clock): Span {
  return waited === 'late' ? { from: 0, before: lateBefore(of, clock) } : spanOf(waited, clock.nowMs)
}

/** Returns the value that this share of them does not exceed (nearest rank); undefined without values. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
}
