/** Limits after which waiting items are overdue at the desk. */
import { LATE_MS } from '../chat/chat-time.ts'
import { type ServiceHours, serviceTimeBefore, workingDaysBefore } from './service-hours.ts'

/** The portal promises companies a first look at an application within this many working days. */
const REVIEW_DAYS = 3

export function startOfChinaDay(day: string): number {
  return Date.parse(`${day}T00:00:00+08:00`)
}

export interface Clock {
  nowMs: number
  hours: ServiceHours | null
}

/** Returns the moment before which a question or an application is overdue. */
export function lateBefore(of: 'question' | 'application', { nowMs, hours }: Clock): number {
  return of === 'question'
    ? serviceTimeBefore(hours, nowMs, LATE_MS)
    : workingDaysBefore(hours, new Date(nowMs), REVIEW_DAYS).getTime()
}
