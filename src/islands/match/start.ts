import type { FactKey } from '../../lib/rules/eligibility/facts.ts'

/** The first questions for every company. The others follow one by one, by 元 decided per second of answering. */
export const START: readonly FactKey[] = ['kind', 'region', 'industry', 'employees']
