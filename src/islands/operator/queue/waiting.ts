/** For how long somebody has waited, in words. */
import { MINUTE_MS } from '../../../lib/rules/time/durations.ts'

/** 不到 1 分钟, 25 分钟, 3 小时, 2 天: whole units, rounded down. */
export function waitedFor(since: string, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - Date.parse(since)) / MINUTE_MS))
  if (minutes < 1) return '不到 1 分钟'
  if (minutes < 60) return `${minutes} 分钟`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`
}
