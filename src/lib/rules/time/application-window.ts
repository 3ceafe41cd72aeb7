/** 申报期限: the state of a window on a given day. Computed when it is shown, because a page may be a month old. */

import { daysBetween } from './china-day.ts'

export type ApplicationWindow =
  /** 全年可享: a relief in force, which a company claims in its tax return without an application. */
  | { kind: 'in_force'; opens: string | null; closes: string | null }
  /** 常年受理, until the document's own end if it has one. */
  | { kind: 'rolling'; closes?: string | null }
  /**
   * 按批次受理, usually from the first of these months to the end of the second; null: each notice sets them. `over`: the year
   * whose batch has ended by its own notice, regardless of the months.
   */
  | { kind: 'batches'; months: [number, number] | null; over?: number | null; closes?: string | null }
  | { kind: 'dated'; opens: string | null; closes: string }
  /** 法律法规: without an application. */
  | { kind: 'law' }
  | { kind: 'unknown' }

export type WindowState =
  | { state: 'in_force' | 'rolling' | 'batches' | 'law' | 'unknown' }
  | { state: 'upcoming'; opensInDays: number }
  | { state: 'open'; daysLeft: number }
  | { state: 'closing'; daysLeft: number }
  | { state: 'closed' }

/** A window that ends within this many days is 即将截止. */
export const CLOSING_SOON_DAYS = 30

/**
 * Returns the state of a window on `today` (YYYY-MM-DD). The closing day itself still counts: daysLeft is then 0. Batches are
 * never 即将截止: near the end of the programme the last batch may have ended long ago.
 */
export function windowState(window: ApplicationWindow, today: string): WindowState {
  const [opens, closes] = [startOf(window), endOf(window)]
  const daysLeft = closes === null ? Number.POSITIVE_INFINITY : daysBetween(today, closes)
  if (daysLeft < 0) return { state: 'closed' }
  if (opens !== null && opens > today) return { state: 'upcoming', opensInDays: daysBetween(today, opens) }
  if (window.kind !== 'dated' && window.kind !== 'rolling') return { state: window.kind }
  if (daysLeft <= CLOSING_SOON_DAYS) return { state: 'closing', daysLeft }
  return window.kind === 'dated' ? { state: 'open', daysLeft } : { state: window.kind }
}

export function startOf(window: ApplicationWindow): string | null {
  return 'opens' in window ? window.opens : null
}

export function endOf(window: ApplicationWindow): string | null {
  return ('closes' in window && window.closes) || null
}

/** Whether this year's batch has ended: its benefit comes next year at the earliest. Batches over New Year's Eve never end so. */
export function isBatchOver(window: ApplicationWindow, today: string): boolean {
  if (window.kind !== 'batches') return false
  const { months, over } = window
  if (over != null && over >= Number(today.slice(0, 4))) return true
  return months !== null && months[0] <= months[1] && months[1] < Number(today.slice(5, 7))
}

export const WINDOW_LABELS = {
  open: '申报中',
  closing: '即将截止',
  in_force: '全年可享',
  rolling: '常年受理',
  batches: '按批次受理',
  upcoming: '未开始',
  closed: '已到期',
  law: '法律法规',
  unknown: '期限待核实',
} satisfies Record<WindowState['state'], string>

export interface WindowWords {
  tone: WindowState['state']
  label: string
  detail: string
}

export function windowWords(window: ApplicationWindow, today: string): WindowWords {
  const state = windowState(window, today)
  return { tone: state.state, label: WINDOW_LABELS[state.state], detail: detailOf(state, window, today) }
}

function detailOf(state: WindowState, window: ApplicationWindow, today: string): string {
  const end = endOf(window) ?? ''
  switch (state.state) {
    case 'rolling':
      return end ? `至 ${end}` : '随时可办'
    case 'batches':
      return batchWords(window, today) || (end ? `至 ${end}` : '以当批通知为准')
    case 'law':
      return '无须申报'
    case 'unknown':
      return '以原文为准'
    case 'upcoming':
      return `${state.opensInDays} 天后开始`
    case 'closed':
      return end
    case 'in_force':
      return end ? `执行中，至 ${end}` : '执行中'
    case 'open':
      return `至 ${end}`
    case 'closing':
      return state.daysLeft === 0 ? '今天截止' : `还剩 ${state.daysLeft} 天`
  }
}

/** Returns the note in place of an application after the end: 2026-09-07 已截止。 Before it, an empty text. */
export function overWords(window: ApplicationWindow, today: string): string {
  return windowState(window, today).state === 'closed' ? `${endOf(window)} 已截止。` : ''
}

export function leftWords(days: number): readonly [string, string, string] {
  return days === 0 ? ['', '今天', '截止'] : ['还剩 ', String(days), '天']
}

/** Returns 通常 7–9 月, or nothing; after this year's batch, the time of the next one, if it comes before the end. */
function batchWords(window: ApplicationWindow, today: string): string {
  const months = monthWords(window)
  if (!isBatchOver(window, today)) return months && `通常 ${months}`
  const isLast = endOf(window)?.slice(0, 4) === today.slice(0, 4)
  return months && !isLast ? `下一批通常 ${months}` : '今年的批次已结束'
}

export function monthWords(window: ApplicationWindow): string {
  return window.kind === 'batches' && window.months ? `${[...new Set(window.months)].join('–')} 月` : ''
}
