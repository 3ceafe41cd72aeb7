import type { FactKey } from '../../lib/rules/eligibility/facts.ts'

/** What everybody is asked. All others come one by one, that first which decides most yuan for each second of answering. */
export const START: readonly FactKey[] = ['kind', 'region', 'industry', 'employees']
