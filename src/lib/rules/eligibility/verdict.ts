/** What the evaluator answers: plain data, fit for the wire, parallel to the rule's tree. */
import type { AnswerKey } from './facts.ts'
import type { Clause, Condition, Subject } from './tree.ts'

/** 符合, 不符合, 待确认. */
export type Status = 'met' | 'unmet' | 'unknown'

/** In the order in which results are shown. */
export const STATUSES: readonly Status[] = ['met', 'unknown', 'unmet']

export const STATUS_WORDS: Record<Status, string> = { met: '符合', unmet: '不符合', unknown: '待确认' }

/** Where something is left to judgement (评审、名额、预算), 符合 is not for us to say. `judge`: who decides. */
export function verdictWords(status: Status, isJudged: boolean, judge = '主管部门'): string {
  return status === 'met' && isJudged ? `符合条件，由${judge}评审决定` : STATUS_WORDS[status]
}

/** How far a figure is from what is asked. Decimals as text; shares are cut to two places on the failing side. */
export interface Gap {
  fact: Subject
  side: 'short' | 'over'
  need: string
  have: string
  /** need − have, or have − need; "0" where the bound itself does not suffice. */
  missing: string
  unit: string
}

/** Only time is missing: so many months after the founding, that is from this day on. */
export interface Wait {
  months: number
  from: string
}

export interface ConditionReason {
  status: Status
  condition: Condition
  /** The answers that the condition rests on. */
  rests: readonly AnswerKey[]
  /** For 待确认: what would have to be answered. Empty where answers cannot help, as with a share of nothing. */
  missing: readonly AnswerKey[]
  gap?: Gap
  wait?: Wait
}

export interface GroupReason {
  status: Status
  clause?: Clause
  /** So many parts have to be met. */
  need: number
  /** So many are. */
  met: number
  parts: readonly Reason[]
}

export type Reason = ConditionReason | GroupReason

export interface Verdict {
  /** 'met' with anything in `unmodelled` is not 符合 yet: see `verdictWords`. */
  status: Status
  /** Null where the policy has no tree. */
  reason: Reason | null
  unmodelled: readonly string[]
  /** The first day on which the company will meet everything, if time alone is missing. */
  earliest?: string
}

/** What is still open and decides. */
export function openConditions(reason: Reason): ConditionReason[] {
  if (reason.status !== 'unknown') return []
  return 'parts' in reason ? reason.parts.flatMap(openConditions) : [reason]
}
