import { afterEach, expect, test, vi } from 'vitest'
import { rulesOf } from '../../contract/policies/testing/rules-of.ts'
import { $borrowed } from './answers.ts'
import { $verdictOn } from './match.ts'
import { loadRules } from './rules.ts'

const RULES = rulesOf([
  { id: 1, eligibility: { fact: 'employees', op: 'gte', value: 10 } },
  { id: 2, eligibility: { fact: 'employees', op: 'gte', value: 10 }, isJudged: true },
])

afterEach(() => vi.unstubAllGlobals())

test('a policy with criteria of judgement is never plainly 符合', async () => {
  vi.stubGlobal('fetch', async () => Response.json(RULES))
  await loadRules()
  const wordsFor = (employees: number | null) => {
    $borrowed.set({ employees })
    return [1, 2].map((id) => $verdictOn.get()(id)?.words)
  }
  expect(wordsFor(10)).toEqual(['符合', '符合条件，由主管部门评审决定'])
  expect(wordsFor(9)).toEqual(['不符合', '不符合'])
  expect(wordsFor(null)).toEqual(['待确认', '待确认'])
})
