/** What windows mean for lists, counts and verdicts, and how markup carries them; apart from what screens show of one. */
import type { Verdict } from '../eligibility/verdict.ts'
import {
  type ApplicationWindow,
  endOf,
  isBatchOver,
  startOf,
  type WindowState,
  windowState,
} from './application-window.ts'

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
  if (!window.months || isBatchOver(window, today) || !canBeHad(window, today)) return false
  const [from, to] = window.months
  const month = Number(today.slice(5, 7))
  return from <= to ? from <= month && month <= to : from <= month || month <= to
}

/** By which 最近截止 sorts: the last day of what is not over; what has no end, or none any more, comes last. */
export function closingDay(window: ApplicationWindow | undefined, today: string): string {
  const end = window ? endOf(window) : null
  return end !== null && end >= today ? end : '9999-12-31'
}

/** Closes on a day: what a calendar shows. A relief without an end is nothing to wait for. */
export function hasDays(window: ApplicationWindow): window is ApplicationWindow & { closes: string } {
  return endOf(window) !== null
}

/** What its last day is called: 截止 where one has to apply by then, 到期 where it ends by itself. */
export function endWord({ kind }: ApplicationWindow): '到期' | '截止' {
  return kind === 'in_force' || kind === 'batches' ? '到期' : '截止'
}

/**
 * A window as one short text, for the markup that carries it: `in_force//2027-12-31`, `rolling//2026-12-31`,
 * `batches/7/9`, with an end `batches/7/9/2027-12-31`, and with the year that is over `batches/7/9//2026`.
 */
export function writeWindow(window: ApplicationWindow): string {
  const parts =
    window.kind === 'batches'
      ? [...(window.months ?? ['', '']), window.closes ?? '', window.over ?? '']
      : [startOf(window) ?? '', endOf(window) ?? '']
  const last = parts.findLastIndex(Boolean)
  return [window.kind, ...parts.slice(0, last < 0 ? 0 : Math.max(2, last + 1))].join('/')
}

/** The opposite of `writeWindow`; what is not understood is unknown. */
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
