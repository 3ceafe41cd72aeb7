/** What has waited too long at the desk. */
import { LATE_MS } from '../chat/chat-time.ts'
import { type ServiceHours, serviceTimeBefore, workingDaysBefore } from './service-hours.ts'

/** Companies are told that an application is looked at within so many working days. */
const REVIEW_DAYS = 3

/** The beginning of a calendar day in China (YYYY-MM-DD). */
export function startOfChinaDay(day: string): number {
  return Date.parse(`${day}T00:00:00+08:00`)
}

/** The hour, and when the operators are there (null: nobody has said). */
export interface Clock {
  nowMs: number
  hours: ServiceHours | null
}

/** What waits since before that is overdue: a question after 30 minutes of service, an application after three working days. */
export function lateBefore(of: 'question' | 'application', { nowMs, hours }: Clock): number {
  return of === 'question'
    ? serviceTimeBefore(hours, nowMs, LATE_MS)
    : workingDaysBefore(hours, new Date(nowMs), REVIEW_DAYS).getTime()
}
