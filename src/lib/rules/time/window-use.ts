/** What windows mean for lists, counts and verdicts, and how files carry them; apart from what screens show of one. */
import type { Verdict } from '../eligibility/verdict.ts'
import { type ApplicationWindow, endOf, type WindowState, windowState } from './application-window.ts'

/**
 * The states by which lists and the search find a window: 即将截止 is a part of 申报中, for a person who asks for open
 * policies wants to see those that close soon, too (behaviour B10.3). @param today in China: 2026-11-22
 */
export function filterStates(window: ApplicationWindow, today: string): string[] {
  const { state } = windowState(window, today)
  return state === 'closing' ? ['open', 'closing'] : [state]
}

/** What a company can have today comes first, what is over or cannot be had at all comes last. */
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

/** False for what is over and for a law: neither is ever among 符合 and 待确认 (behaviour B10.3). */
export function canBeHad(window: ApplicationWindow, today: string): boolean {
  const { state } = windowState(window, today)
  return state !== 'closed' && state !== 'law'
}

/** What stands where a verdict would: whether a company fits is of no use any more. Null: the verdict stands. */
export function insteadOfVerdict(window: ApplicationWindow, today: string): string | null {
  if (canBeHad(window, today)) return null
  return window.kind === 'law' ? '法律法规，供参考' : '已到期，供参考'
}

/** A verdict without its earliest day where the window is over by then: nobody could apply on it. */
export function withinWindow(verdict: Verdict, window: ApplicationWindow): Verdict {
  const { earliest, ...rest } = verdict
  return earliest !== undefined && !canBeHad(window, earliest) ? rest : verdict
}

/** 可申报: somebody takes an application today. Of batches only those whose usual months are these. */
export function takesApplications(window: ApplicationWindow, today: string): boolean {
  if (window.kind !== 'batches')
    return ['open', 'closing', 'rolling'].includes(windowState(window, today).state)
  if (!window.months) return false
  const [from, to] = window.months
  const month = Number(today.slice(5, 7))
  return from <= to ? from <= month && month <= to : from <= month || month <= to
}

/** By which 最近截止 sorts: the last day of what is not over; what has no end, or none any more, comes last. */
export function closingDay(window: ApplicationWindow | undefined, today: string): string {
  const end = window ? endOf(window) : null
  return end !== null && end >= today ? end : '9999-12-31'
}

/** Opens and closes on days: what a calendar shows. A relief without an end is nothing to wait for. */
export function hasDays(
  window: ApplicationWindow,
): window is ApplicationWindow & { opens: string | null; closes: string } {
  return 'closes' in window && window.closes !== null
}

/** A window as one short text, for the files and pages that carry it: `in_force//2027-12-31`, `batches/7/9`, `rolling`. */
export function writeWindow(window: ApplicationWindow): string {
  const [from, to] =
    'closes' in window ? [window.opens, window.closes] : 'months' in window ? (window.months ?? []) : []
  return from || to ? `${window.kind}/${from ?? ''}/${to ?? ''}` : window.kind
}

/** The opposite of `writeWindow`; what is not understood is unknown. */
export function readWindow(written: string): ApplicationWindow {
  const [kind, from = '', to = ''] = written.split('/')
  if (kind === 'dated') return { kind, opens: from || null, closes: to }
  if (kind === 'in_force') return { kind, opens: from || null, closes: to || null }
  if (kind === 'batches') return { kind, months: to ? [Number(from), Number(to)] : null }
  return { kind: kind === 'rolling' || kind === 'law' ? kind : 'unknown' }
}
