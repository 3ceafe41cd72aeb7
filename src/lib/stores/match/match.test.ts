import { afterEach, expect, test, vi } from 'vitest'
import { type BuiltRules, type RuleRow, ruleLines } from '../../contract/policies/rule-files.ts'
import { NO_RATES } from '../../rules/worth/formula.ts'
import { $borrowed } from './answers.ts'
import { $verdictOn } from './match.ts'
import { loadRules } from './rules.ts'

const row = (id: number, judged: 0 | 1): RuleRow => {
  return [id, 0, '000000', 'rolling', null, [], null, judged, null, null, null]
}
const RULES: BuiltRules = {
  built_at: '2026-11-23T00:00:00.000Z',
  version: 'v1',
  rates: NO_RATES,
  usual: [],
  originals: {},
  conditions: [{ fact: 'employees', op: 'gte', value: 10 }],
  formulas: [],
  rows: [row(1, 0), row(2, 1)],
}

afterEach(() => vi.unstubAllGlobals())

test('what an authority has to judge is never plainly 符合', async () => {
  vi.stubGlobal('fetch', async () => new Response(ruleLines(RULES)))
  await loadRules()
  const wordsFor = (employees: number | null) => {
    $borrowed.set({ employees })
    return [1, 2].map((id) => $verdictOn.get()(id)?.words)
  }
  expect(wordsFor(10)).toEqual(['符合', '符合条件，由主管部门评审决定'])
  expect(wordsFor(9)).toEqual(['不符合', '不符合'])
  expect(wordsFor(null)).toEqual(['待确认', '待确认'])
})
