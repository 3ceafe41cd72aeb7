/** The operators' hours of service: promises count only them; without set hours all time counts. */
import { addDays, chinaDay, daysBetween } from './china-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

export interface ServiceSpan {
  from: string
  to: string
}

export interface ServiceHours {
  /** Seven entries, from Monday on; null without service. */
  week: readonly (ServiceSpan | null)[]
  /** Exceptions: holidays, and Sundays that become working days because of one (调休). */
  days: readonly ServiceDay[]
}

export interface ServiceDay {
  day: string
  span: ServiceSpan | null
}

/** How many days to search in either direction. */
const FURTHEST_DAYS = 400

function spanOf({ week, days }: ServiceHours, day: string): ServiceSpan | null {
  const other = days.find((each) => each.day === day)
  return other ? other.span : (week[weekdayOf(day)] ?? null)
}

function weekdayOf(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7
}

function momentOf(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00+08:00`)
}

function isOpenAt(hours: ServiceHours, nowMs: number): boolean {
  const day = chinaDay(new Date(nowMs))
  const span = spanOf(hours, day)
  return span !== null && nowMs >= momentOf(day, span.from) && nowMs < momentOf(day, span.to)
}

function nextOpening(hours: ServiceHours, nowMs: number): number | null {
  for (let ahead = 0, day = chinaDay(new Date(nowMs)); ahead <= FURTHEST_DAYS; ahead += 1) {
    const span = spanOf(hours, addDays(day, ahead))
    const opens = span && momentOf(addDays(day, ahead), span.from)
    if (opens !== null && opens > nowMs) return opens
  }
  return null
}

export function serviceTimeBefore(hours: ServiceHours | null, nowMs: number, ms: number): number {
  if (!hours) return nowMs - ms
  let left = ms
  for (let ago = 0, day = chinaDay(new Date(nowMs)); ago <= FURTHEST_DAYS; ago += 1) {
    const span = spanOf(hours, addDays(day, -ago))
    if (!span) continue
    const opens = momentOf(addDays(day, -ago), span.from)
    const closes = Math.min(nowMs, momentOf(addDays(day, -ago), span.to))
    if (closes - opens > left) return closes - left
    left -= Math.max(0, closes - opens)
  }
  return nowMs - FURTHEST_DAYS * DAY_MS
}

function isWorked(hours: ServiceHours | null, day: string): boolean {
  return hours ? spanOf(hours, day) !== null : weekdayOf(day) < 5
}

export function workingDaysBefore(hours: ServiceHours | null, now: Date, days: number): Date {
  const at = new Date(now)
  for (let left = days, ago = 0; left > 0 && ago < FURTHEST_DAYS; ago += 1) {
    at.setTime(at.getTime() - DAY_MS)
    if (isWorked(hours, chinaDay(at))) left -= 1
  }
  return at
}

/** Returns the quick choices for putting off, ISO 8601. A morning means a working day's start of service, or 9:00. */
export function laterChoices(hours: ServiceHours | null, nowMs: number): { words: string; at: string }[] {
  const morning = (ahead: number): number => {
    const day = addDays(chinaDay(new Date(nowMs)), ahead)
    if (!isWorked(hours, day) && ahead < FURTHEST_DAYS) return morning(ahead + 1)
    return momentOf(day, (hours && spanOf(hours, day))?.from ?? '09:00')
  }
  return [
    { words: '1 小时后', ms: nowMs + HOUR_MS },
    { words: '3 小时后', ms: nowMs + 3 * HOUR_MS },
    { words: '下一个工作日', ms: morning(1) },
    { words: '一周后', ms: morning(7) },
  ].map(({ words, ms }) => ({ words, at: new Date(ms).toISOString() }))
}

const WEEKDAYS = '一二三四五六日'

/** 周一至周五 9:00–18:00，周六 9:00–12:00; empty without service on any weekday. */
export function serviceHoursWords({ week }: ServiceHours): string {
  const groups: { first: number; last: number; span: ServiceSpan }[] = []
  for (const [weekday, span] of week.entries()) {
    const before = groups.at(-1)
    if (!span) continue
    const isSame =
      before?.last === weekday - 1 && before.span.from === span.from && before.span.to === span.to
    if (isSame) before.last = weekday
    else groups.push({ first: weekday, last: weekday, span })
  }
  return groups
    .map(({ first, last, span }) => {
      const days = `周${WEEKDAYS[first]}${last > first ? `${last > first + 1 ? '至' : '、'}周${WEEKDAYS[last]}` : ''}`
      return `${days} ${shortTime(span.from)}–${shortTime(span.to)}`
    })
    .join('，')
}

/** Outside the hours of service, returns when to expect an answer; null during service. */
export function awayWords(hours: ServiceHours, nowMs: number): string | null {
  if (isOpenAt(hours, nowMs)) return null
  const opens = nextOpening(hours, nowMs)
  if (opens === null) return '现在是非服务时间，恢复服务后回复'
  return `现在是非服务时间，${dayWords(opens, nowMs)} ${clock(opens)} 起回复`
}

function dayWords(ms: number, nowMs: number): string {
  const [day, today] = [chinaDay(new Date(ms)), chinaDay(new Date(nowMs))]
  const ahead = daysBetween(today, day)
  if (ahead === 0) return '今天'
  if (ahead === 1) return '明天'
  const weekday = weekdayOf(day)
  if (ahead < 7) return `${weekday < weekdayOf(today) ? '下周' : '周'}${WEEKDAYS[weekday]}`
  const [, month, dayOfMonth] = day.split('-').map(Number)
  return `${month}月${dayOfMonth}日`
}

function clock(ms: number): string {
  const minutes = Math.round((ms - momentOf(chinaDay(new Date(ms)), '00:00')) / MINUTE_MS)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

function shortTime(time: string): string {
  return time.replace(/^0/, '')
}
