import { NO_RATES } from '../../../rules/worth/formula.ts'
import type { RulePolicy, RulesFile } from '../rule-files.ts'

/** Returns a file of rules: open nationwide policies with the given fields. */
export function rulesOf(policies: readonly (Partial<RulePolicy> & { id: number })[]): RulesFile {
  return {
    built_at: '2026-11-23T00:00:00.000Z',
    version: 'v1',
    usual: [],
    rates: NO_RATES,
    policies: policies.map((policy) => ({
      ...{ region: '000000', window: { kind: 'rolling' }, support: null, grants: null },
      ...{ excludes: [], rate: null, lent: null, isJudged: false },
      ...policy,
    })),
  }
}
