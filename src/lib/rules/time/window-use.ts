/** Windows in lists, counts, verdicts and markup; the words for screens are in another file. */
import type { Verdict } from '../eligibility/verdict.ts'
import {
  type ApplicationWindow,
  endOf,
  isBatchOver,
  startOf,
  type WindowState,
  windowState,
} from './application-window.ts'

/** Returns the states under which lists find a window: 即将截止 is part of 申报中 (behaviour B10.3). */
export function filterStates(window: ApplicationWindow, today: string): string[] {
  const { state } = windowState(window, today)
  return state === 'closing' ? ['open', 'closing'] : [state]
}

/** Available policies come first, ended and unavailable ones last. */
export const STATE_RANK: Record<WindowState['state'], number> = {
  open: 0,
  closing: 0,
  in_force: 0,
  rolling: 0,
  batches: 0,
  upcoming: 1,
  unknown: 2,
  closed: 3,
  law: 3,
}

/** False for an ended policy and for a law: neither is ever among 符合 and 待确认 (behaviour B10.3). */
export function canBeHad(window: ApplicationWindow, today: string): boolean {
  const { state } = windowState(window, today)
  return state !== 'closed' && state !== 'law'
}

/** Returns the text that replaces a verdict after the end, when it no longer matters. Null keeps the verdict. */
export function insteadOfVerdict(window: ApplicationWindow, today: string): string | null {
  if (canBeHad(window, today)) return null
  return window.kind === 'law' ? '法律法规，供参考' : '已到期，供参考'
}

/** Returns a verdict without its earliest day if the window has ended by then: a company could not apply on it. */
export function withinWindow(verdict: Verdict, window: ApplicationWindow): Verdict {
  const { earliest, ...rest } = verdict
  return earliest !== undefined && !canBeHad(window, earliest) ? rest : verdict
}

/** 可申报: whether applications are possible today. Batches count only in their usual months. */
export function takesApplications(window: ApplicationWindow, today: string): boolean {
  if (window.kind !== 'batches')
    return ['open', 'closing', 'rolling'].includes(windowState(window, today).state)
  if (!window.months || isBatchOver(window, today) || !canBeHad(window, today)) return false
  const [from, to] = window.months
  const month = Number(today.slice(5, 7))
  return from <= to ? from <= month && month <= to : from <= month || month <= to
}

/** Returns the sort key of 最近截止: the last day of an open window; windows without an end, or after it, come last. */
export function closingDay(window: ApplicationWindow | undefined, today: string): string {
  const end = window ? endOf(window) : null
  return end !== null && end >= today ? end : '9999-12-31'
}

/** Whether it closes on a day that a calendar shows. A relief without an end needs no calendar. */
export function hasDays(window: ApplicationWindow): window is ApplicationWindow & { closes: string } {
  return endOf(window) !== null
}

/** Returns the word for its last day: 截止 for an application, 到期 for an automatic end. */
export function endWord({ kind }: ApplicationWindow): '到期' | '截止' {
  return kind === 'in_force' || kind === 'batches' ? '到期' : '截止'
}

/**
 * Returns a window as one short text for markup: `in_force//2027-12-31`, `rolling//2026-12-31`, `batches/7/9`, with an end
 * `batches/7/9/2027-12-31`, and with the ended year `batches/7/9//2026`.
 */
export function writeWindow(window: ApplicationWindow): string {
  const parts =
    window.kind === 'batches'
      ? [...(window.months ?? ['', '']), window.closes ?? '', window.over ?? '']
      : [startOf(window) ?? '', endOf(window) ?? '']
  const last = parts.findLastIndex(Boolean)
  return [window.kind, ...parts.slice(0, last < 0 ? 0 : Math.max(2, last + 1))].join('/')
}

/** Reverses `writeWindow`; an invalid text is unknown. */
export function readWindow(written: string): ApplicationWindow {
  const [kind, from = '', to = '', closes = '', over = ''] = written.split('/')
  if (kind === 'dated') return { kind, opens: from || null, closes: to }
  if (kind === 'in_force') return { kind, opens: from || null, closes: to || null }
  if (kind === 'rolling') return { kind, ...(to && { closes: to }) }
  if (kind === 'batches') {
    const months: [number, number] | null = to ? [Number(from), Number(to)] : null
    return { kind, months, ...(over && { over: Number(over) }), ...(closes && { closes }) }
  }
  return { kind: kind === 'law' ? kind : 'unknown' }
}
