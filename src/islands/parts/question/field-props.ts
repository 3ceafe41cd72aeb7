import type { FactKey } from '../../../lib/rules/eligibility/facts.ts'

/** What each kind of field gets. */
export interface FieldProps {
  fact: FactKey
  /** As the rules hold it; null is 不清楚, undefined unanswered. */
  value: unknown
  /** `mistake`: what is wrong with what was typed, which is no answer then. */
  onChange: (value: unknown, mistake?: string) => void
  /** Ids of what explains the field. */
  describedBy: string
  invalid: boolean
  id: string
}
