/** Calendar days as YYYY-MM-DD in China, the place of the portal and its policies. */
import { DAY_MS, HOUR_MS } from './durations.ts'

export function chinaDay(now: Date): string {
  return new Date(now.getTime() + 8 * HOUR_MS).toISOString().slice(0, 10)
}

export function chinaHour(now: Date): number {
  return new Date(now.getTime() + 8 * HOUR_MS).getUTCHours()
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

export function dayBegins(day: string): number {
  return Date.parse(`${day}T00:00:00+08:00`)
}
