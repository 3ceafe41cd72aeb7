/** What a single test says of a company. The plain answers are shared: most of the work allocates nothing. */
import type { Company } from '../company.ts'
import type { Gap, Status, Wait } from '../verdict.ts'

export interface Finding {
  status: Status
  /** Worked out on demand: whoever wants statuses only does not pay for words. */
  gap?: () => Gap
  wait?: Wait
}

export type Test = (company: Company) => Finding

export const MET: Finding = Object.freeze({ status: 'met' })
export const UNMET: Finding = Object.freeze({ status: 'unmet' })
export const UNKNOWN: Finding = Object.freeze({ status: 'unknown' })

/** A maker of tests gives the test, or says in Chinese, for the editor, why there can be none. */
export type MadeTest = Test | string

export function verdictOf(holds: boolean): Finding {
  return holds ? MET : UNMET
}
