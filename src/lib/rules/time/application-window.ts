/** 申报期限: what a window means on a given day. Computed where it is read, because a page may be a month old. */

import { daysBetween } from './china-day.ts'

export type ApplicationWindow =
  /** 全年可享: a relief that is in force and is had by declaring taxes, not by applying here. */
  | { kind: 'in_force'; opens: string | null; closes: string | null }
  /** 常年受理, until the document's own end where it has one. */
  | { kind: 'rolling'; closes?: string | null }
  /**
   * 按批次受理, usually from the first of these months to the end of the second; null: each notice says when. `over`: the
   * year whose batch has ended by its own notice, whatever the months say.
   */
  | { kind: 'batches'; months: [number, number] | null; over?: number | null; closes?: string | null }
  /** 申报期 */
  | { kind: 'dated'; opens: string | null; closes: string }
  /** 法律法规: there is nothing to apply for. */
  | { kind: 'law' }
  | { kind: 'unknown' }

export type WindowState =
  | { state: 'in_force' | 'rolling' | 'batches' | 'law' | 'unknown' }
  | { state: 'upcoming'; opensInDays: number }
  | { state: 'open'; daysLeft: number }
  | { state: 'closing'; daysLeft: number }
  | { state: 'closed' }

/** A window that ends within so many days is 即将截止. */
export const CLOSING_SOON_DAYS = 30

/**
 * The state of a window on `today` (YYYY-MM-DD). The closing day itself still counts: daysLeft is then 0. Batches do not
 * close soon: near the end of the programme the last of them may long be over.
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

/** The first day, where there is one. */
export function startOf(window: ApplicationWindow): string | null {
  return 'opens' in window ? window.opens : null
}

/** The last day, where there is one. */
export function endOf(window: ApplicationWindow): string | null {
  return ('closes' in window && window.closes) || null
}

/** This year's batch is over: what it gives comes next year at the earliest. Batches over New Year's Eve never are. */
export function isBatchOver(window: ApplicationWindow, today: string): boolean {
  if (window.kind !== 'batches') return false
  const { months, over } = window
  if (over != null && over >= Number(today.slice(0, 4))) return true
  return months !== null && months[0] <= months[1] && months[1] < Number(today.slice(5, 7))
}

/** The words of the states, in the order in which lists are filtered by them. */
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

/** How a state is shown: a tone that picks colour and icon, the word, and what follows from it. */
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

/** What stands wherever one could apply once that is over: 2026-09-07 已截止。 Before it is, nothing. */
export function overWords(window: ApplicationWindow, today: string): string {
  return windowState(window, today).state === 'closed' ? `${endOf(window)} 已截止。` : ''
}

/** 还剩 33 天, 今天截止: the lead, the large figure, what follows. */
export function leftWords(days: number): readonly [string, string, string] {
  return days === 0 ? ['', '今天', '截止'] : ['还剩 ', String(days), '天']
}

/** 通常 7–9 月, or nothing; once this year's batch is over, when the next one comes, if one does before the end. */
function batchWords(window: ApplicationWindow, today: string): string {
  const months = monthWords(window)
  if (!isBatchOver(window, today)) return months && `通常 ${months}`
  const isLast = endOf(window)?.slice(0, 4) === today.slice(0, 4)
  return months && !isLast ? `下一批通常 ${months}` : '今年的批次已结束'
}

/** 7–9 月, or nothing. */
export function monthWords(window: ApplicationWindow): string {
  return window.kind === 'batches' && window.months ? `${[...new Set(window.months)].join('–')} 月` : ''
}
