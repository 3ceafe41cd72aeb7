import type { AnswerKey } from './facts.ts'
import type { Clause, Condition, Subject } from './tree.ts'

export type Status = 'met' | 'unmet' | 'unknown'

export const STATUSES: readonly Status[] = ['met', 'unknown', 'unmet']

export const STATUS_WORDS: Record<Status, string> = { met: '符合', unmet: '不符合', unknown: '待确认' }

/** If criteria are left to judgement (评审、名额、预算), the portal does not decide 符合. `judge`: the deciding party. */
export function verdictWords(status: Status, isJudged: boolean, judge = '主管部门'): string {
  return status === 'met' && isJudged ? `符合条件，由${judge}评审决定` : STATUS_WORDS[status]
}

/** Distance of a figure from the required value, as decimals; shares are cut to two places. */
export interface Gap {
  fact: Subject
  side: 'short' | 'over'
  need: string
  have: string
  missing: string
  unit: string
}

/** Only time is missing: the age in months, and the day on which it is reached. */
export interface Wait {
  months: number
  from: string
}

export interface ConditionReason {
  status: Status
  condition: Condition
  rests: readonly AnswerKey[]
  /** For 待确认: the missing answers. Empty if answers cannot help, as for a share of 0. */
  missing: readonly AnswerKey[]
  gap?: Gap
  wait?: Wait
}

export interface GroupReason {
  status: Status
  clause?: Clause
  need: number
  met: number
  parts: readonly Reason[]
}

export type Reason = ConditionReason | GroupReason

export interface Verdict {
  /** 'met' with anything in `unmodelled` is not yet 符合: see `verdictWords`. */
  status: Status
  reason: Reason | null
  unmodelled: readonly string[]
  /** The first day on which everything is met, if only time is missing. */
  earliest?: string
}

export function openConditions(reason: Reason): ConditionReason[] {
  if (reason.status !== 'unknown') return []
  return 'parts' in reason ? reason.parts.flatMap(openConditions) : [reason]
}
