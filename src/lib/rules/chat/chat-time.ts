/** When the dialogue shows the time, and how: before a message that follows a gap of over 30 minutes (behaviour B7.6). */
import { chinaDay, daysBetween } from '../time/china-day.ts'
import { MINUTE_MS } from '../time/durations.ts'

export const CHAT_GAP_MS = 30 * MINUTE_MS

/** @param before the message above; undefined: this one is the first that is shown */
export function needsTime(before: string | undefined, timestamp: string): boolean {
  return before === undefined || Date.parse(timestamp) - Date.parse(before) > CHAT_GAP_MS
}

const CLOCK = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** 10:05, 昨天 10:05, 11月2日 10:05, 2025年11月2日 10:05: in China, as short as `nowMs` allows. */
export function formatChatTime(timestamp: string, nowMs: number): string {
  const date = new Date(timestamp)
  const clock = CLOCK.format(date)
  const day = chinaDay(date)
  const today = chinaDay(new Date(nowMs))
  const ago = daysBetween(day, today)
  if (ago === 0) return clock
  if (ago === 1) return `昨天 ${clock}`
  const [year, month, dayOfMonth] = day.split('-').map(Number)
  const words = `${month}月${dayOfMonth}日 ${clock}`
  return day.slice(0, 4) === today.slice(0, 4) ? words : `${year}年${words}`
}
