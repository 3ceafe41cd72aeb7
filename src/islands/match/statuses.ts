import type { Status } from '../../lib/rules/eligibility/verdict.ts'

/** The groups in the order in which they are shown. */
export const STATUSES: readonly Status[] = ['met', 'unknown', 'unmet']
