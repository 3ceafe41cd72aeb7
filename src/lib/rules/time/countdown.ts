/** Time until a window closes, for a person who writes an application: days first, hours and minutes on the last day. */
import { type ApplicationWindow, startOf, windowState } from './application-window.ts'
import { chinaDay } from './china-day.ts'
import { formatDate } from './dates.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'
import { hasDays } from './window-use.ts'

export interface Countdown {
  tone: 'calm' | 'soon' | 'early' | 'over'
  text: string
}

const ENDLESS: Partial<Record<ApplicationWindow['kind'], string>> = {
  in_force: '长期执行，请记得提交',
  rolling: '长期受理，请记得提交',
  batches: '按批次受理，截止日期以当批通知为准',
}

/** A window lasts to the end of its closing day in China. */
export function countdown(window: ApplicationWindow, nowMs: number): Countdown {
  const { state } = windowState(window, chinaDay(new Date(nowMs)))
  if (window.kind === 'law') return { tone: 'over', text: '法律法规没有可以申报的事项，不能提交' }
  // The end of a programme is not that of a batch.
  const isBatch = window.kind === 'batches' && state !== 'closed'
  if (!hasDays(window) || isBatch)
    return { tone: 'calm', text: ENDLESS[window.kind] ?? '截止日期待核实，请尽早提交' }
  const closes = formatDate(window.closes)
  if (state === 'closed') return { tone: 'over', text: `已于 ${closes}截止，不能提交；草稿仍会保留` }
  if (state === 'upcoming') {
    return { tone: 'early', text: `自 ${formatDate(startOf(window) ?? '')}起受理，可以先保存草稿` }
  }
  const left = Date.parse(`${window.closes}T00:00:00+08:00`) + DAY_MS - nowMs
  const isSoon = left <= 7 * DAY_MS
  return { tone: isSoon ? 'soon' : 'calm', text: `距截止还有 ${leftWords(left)}（${closes}）` }
}

function leftWords(ms: number): string {
  if (ms > DAY_MS) return `${Math.floor(ms / DAY_MS)} 天`
  const hours = Math.floor(ms / HOUR_MS)
  const minutes = Math.max(1, Math.floor((ms % HOUR_MS) / MINUTE_MS))
  return hours > 0 ? `${hours} 小时 ${minutes} 分钟` : `${minutes} 分钟`
}
