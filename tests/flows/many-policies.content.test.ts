/** With the whole library, the questionnaire leads companies judged by hand to a readable list. */
import { describe, expect, test } from 'vitest'
import { STATEMENTS_AT_ONCE } from '../../src/islands/match/PutAside.tsx'
import { GOLDEN_DAY } from '../../src/lib/content/check/golden-company.ts'
import { readJudgedCompanies } from '../../src/lib/content/check/golden-files.ts'
import { readCollection } from '../../src/lib/content/check/library.ts'
import { readRates } from '../../src/lib/content/rates.ts'
import { rulePolicy } from '../../src/lib/content/rule-policy.ts'
import type { Facts } from '../../src/lib/rules/eligibility/facts.ts'
import { asksOf } from '../../src/lib/rules/eligibility/tree.ts'
import { compileRates } from '../../src/lib/rules/worth/compile.ts'
import { judgeRows, type MatchRow } from '../../src/lib/stores/match/judge-rows.ts'
import { compilePolicy } from '../../src/lib/stores/match/rules.ts'

const CONTENT = 'src/content'
const LISTS = 5

const { entries } = await readCollection(CONTENT, 'interpretations')
const rates = compileRates((await readRates(CONTENT)).rates)
const rows = entries.map(
  ({ data }, place): MatchRow => ({ ...compilePolicy(rulePolicy(data, []), place, rates), benefit: null }),
)

const usual = new Set(
  entries
    .flatMap(({ data }) => (data.eligibility ? asksOf(data.eligibility) : []))
    .flatMap((ask) => (ask.usual ? [ask.key] : [])),
)

async function judge(facts: Facts) {
  const match = await judgeRows(rows, facts, GOLDEN_DAY, async () => true, usual)
  if (!match) throw new Error('called off')
  return match
}

/** Typical answers by the time people look at the list. */
const ASKED = [
  ...(['kind', 'region', 'industry', 'employees', 'revenue'] as const),
  ...(['taxable_income', 'taxpayer', 'rd_expense', 'certificates'] as const),
]

describe('five lists of statements and the next question exclude three tenths of what the questionnaire leaves open', async () => {
  const companies = await readJudgedCompanies(`${CONTENT}/companies.golden.yaml`)

  test('of twenty companies', () => {
    expect(companies.length).toBeGreaterThanOrEqual(20)
  })

  for (const { name, facts: all, met } of companies) {
    test(name, async () => {
      let facts = Object.fromEntries(ASKED.map((key) => [key, all[key]])) as Facts
      const open = (await judge(facts)).groups.unknown.length
      for (let list = 0; list < LISTS; list++) {
        const { gates } = await judge(facts)
        // 没有失信 is true for most: it must not be denied in passing.
        expect(gates.filter((key) => usual.has(key))).toEqual([])
        // A statement without an answer is 否.
        const told = gates
          .slice(0, STATEMENTS_AT_ONCE)
          .map((key) => [key, all[key] === undefined ? false : all[key]])
        facts = { ...facts, ...Object.fromEntries(told) }
      }
      // Usual statements are in no list, and asked next: 查账征收 settles the most.
      const { question } = await judge(facts)
      if (question) facts = { ...facts, [question.key]: all[question.key] ?? null }
      const { groups } = await judge(facts)
      expect(groups.unknown.length).toBeLessThanOrEqual(open * 0.7)
      // No right policy was excluded.
      expect(groups.unmet.map(({ id }) => id).filter((id) => met.includes(id))).toEqual([])
    })
  }
})

test('a small restaurant that answers 否 to every list keeps its eligible policies', async () => {
  let facts: Facts = {
    ...{ kind: 'company', region: '510104', industry: 'H621', founded_on: '2024-03-01', employees: 8 },
    ...{ insured: 8, dismissed: 0, revenue: '1800000', assets: '500000', taxable_income: '100000' },
    ...{ rd_expense: '0', certificates: [] },
  }
  for (let list = 0; list < LISTS * 2; list++) {
    const { gates } = await judge(facts)
    facts = { ...facts, ...Object.fromEntries(gates.map((key) => [key, false])) }
  }
  const { groups } = await judge(facts)
  const denied = groups.unmet.filter(({ id }) => [1, 4, 28, 29, 38, 40, 51, 54, 95].includes(id))
  expect(denied.map(({ id }) => id)).toEqual([])
})
