/** Times in a dialogue: before a message that follows a gap of over 30 minutes (behaviour B7.6). */
import { chinaDay, daysBetween } from '../time/china-day.ts'
import { MINUTE_MS } from '../time/durations.ts'

export const CHAT_GAP_MS = 30 * MINUTE_MS

/** A longer wait comes first, in the colour of time. */
export const LATE_MS = 30 * MINUTE_MS

/** Returns the time since `since` in words. */
export function waitedFor(since: string, nowMs: number): string {
  return durationWords(nowMs - Date.parse(since))
}

export function durationWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS))
  if (minutes < 1) return '不到 1 分钟'
  if (minutes < 60) return `${minutes} 分钟`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`
}

/** @param before the message above; undefined for the first visible one */
export function needsTime(before: string | undefined, timestamp: string): boolean {
  return before === undefined || Date.parse(timestamp) - Date.parse(before) > CHAT_GAP_MS
}

const CLOCK = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Returns the time in China, as short as `nowMs` allows: 10:05, 昨天 10:05, 11月2日 10:05, 2025年11月2日 10:05. */
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
