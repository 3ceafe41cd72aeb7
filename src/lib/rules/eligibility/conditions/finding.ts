/** The finding of one test. Plain findings are shared, so that most tests allocate nothing. */
import type { Company } from '../company.ts'
import type { Gap, Status, Wait } from '../verdict.ts'

export interface Finding {
  status: Status
  /** Computed on demand: callers that need only the status do not pay for words. */
  gap?: () => Gap
  wait?: Wait
}

export type Test = (company: Company) => Finding

export const MET: Finding = Object.freeze({ status: 'met' })
export const UNMET: Finding = Object.freeze({ status: 'unmet' })
export const UNKNOWN: Finding = Object.freeze({ status: 'unknown' })

/** A test, or in Chinese for the editor why there can be none. */
export type MadeTest = Test | string

export function verdictOf(holds: boolean): Finding {
  return holds ? MET : UNMET
}
