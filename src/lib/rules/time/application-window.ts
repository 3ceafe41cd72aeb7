/** 申报期限: what a window means on a given day. Computed where it is read, because a page may be a month old. */

import { daysBetween } from './china-day.ts'

export type ApplicationWindow =
  | { kind: 'rolling' }
  | { kind: 'dated'; opens: string | null; closes: string }
  | { kind: 'unknown' }

export type WindowState =
  | { state: 'rolling' }
  | { state: 'unknown' }
  | { state: 'upcoming'; opensInDays: number }
  | { state: 'open'; daysLeft: number }
  | { state: 'closing'; daysLeft: number }
  | { state: 'closed' }

/** A window that ends within so many days is 即将截止. */
export const CLOSING_SOON_DAYS = 30

/** The state of a window on `today` (YYYY-MM-DD). The closing day itself still counts: daysLeft is then 0. */
export function windowState(window: ApplicationWindow, today: string): WindowState {
  if (window.kind !== 'dated') return { state: window.kind }
  const daysLeft = daysBetween(today, window.closes)
  if (daysLeft < 0) return { state: 'closed' }
  if (window.opens !== null && window.opens > today) {
    return { state: 'upcoming', opensInDays: daysBetween(today, window.opens) }
  }
  return { state: daysLeft <= CLOSING_SOON_DAYS ? 'closing' : 'open', daysLeft }
}

/** The words of the states, in the order in which lists are filtered by them. */
export const WINDOW_LABELS = {
  open: '申报中',
  closing: '即将截止',
  rolling: '长期有效',
  upcoming: '未开始',
  closed: '已截止',
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
  return {
    tone: state.state,
    label: WINDOW_LABELS[state.state],
    detail: detailOf(state, window.kind === 'dated' ? window.closes : ''),
  }
}

function detailOf(state: WindowState, closes: string): string {
  switch (state.state) {
    case 'rolling':
      return '随时可办'
    case 'unknown':
      return '以原文为准'
    case 'upcoming':
      return `${state.opensInDays} 天后开始`
    case 'closed':
      return `${closes} 截止`
    case 'open':
      return `至 ${closes}`
    case 'closing':
      return state.daysLeft === 0 ? '今天截止' : `还剩 ${state.daysLeft} 天`
  }
}
