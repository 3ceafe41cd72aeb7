/** Calendar days as YYYY-MM-DD in China, the place of the portal and its policies. */
import { DAY_MS, HOUR_MS } from './durations.ts'

/** The calendar day in China (UTC+8, no summer time) as YYYY-MM-DD. */
export function chinaDay(now: Date): string {
  return new Date(now.getTime() + 8 * HOUR_MS).toISOString().slice(0, 10)
}

/** Returns the hour of the day in China, 0 to 23. */
export function chinaHour(now: Date): number {
  return new Date(now.getTime() + 8 * HOUR_MS).getUTCHours()
}

/** Whole days from one YYYY-MM-DD to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** Returns the day this many days later, as YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The first moment of a day in China, in ms since 1970. */
export function dayBegins(day: string): number {
  return Date.parse(`${day}T00:00:00+08:00`)
}
