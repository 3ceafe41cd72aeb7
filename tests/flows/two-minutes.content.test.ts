/**
 * 一键匹配 as an owner answers it: what is asked first is what brings most. The companies are those that were reckoned by
 * hand; tests/e2e/two-minutes.spec.ts does the same for one of them in a browser.
 */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { stepsFor } from '../../src/islands/match/Questionnaire.tsx'
import { GOLDEN_DAY } from '../../src/lib/content/check/golden-company.ts'
import { type JudgedCompany, readJudgedCompanies } from '../../src/lib/content/check/golden-files.ts'
import { readCollection } from '../../src/lib/content/check/library.ts'
import { readExclusions } from '../../src/lib/content/exclusions.ts'
import { readRates } from '../../src/lib/content/rates.ts'
import { rulePolicy } from '../../src/lib/content/rule-policy.ts'
import { ONE } from '../../src/lib/rules/eligibility/decimal.ts'
import { type AnswerKey, type Facts, isFactKey } from '../../src/lib/rules/eligibility/facts.ts'
import { asksOf } from '../../src/lib/rules/eligibility/tree.ts'
import { compileRates } from '../../src/lib/rules/worth/compile.ts'
import { isOpen, NOTHING } from '../../src/lib/rules/worth/range.ts'
import { judgeRows, type Match } from '../../src/lib/stores/match/judge-rows.ts'
import { compilePolicy } from '../../src/lib/stores/match/rules.ts'

const CONTENT = fileURLToPath(new URL('../../src/content', import.meta.url))
const { entries } = await readCollection(CONTENT, 'interpretations')
const { exclusions } = await readExclusions(CONTENT)
const rates = compileRates((await readRates(CONTENT)).rates)
const companies = (await readJudgedCompanies(`${CONTENT}/companies.golden.yaml`)).filter(
  ({ reckoned }) => reckoned,
)

const rows = entries.map(({ data }, place) => compilePolicy(rulePolicy(data, exclusions), place, rates))

const usual = new Set(
  entries
    .flatMap(({ data }) => (data.eligibility ? asksOf(data.eligibility) : []))
    .flatMap((ask) => (ask.usual ? [ask.key] : [])),
)

async function judge(facts: Facts): Promise<Match> {
  const match = await judgeRows(rows, facts, GOLDEN_DAY, async () => true, usual)
  if (!match) throw new Error('called off')
  return match
}

/** 元, at least and at most. */
function shown({ total: { min, max } }: Match): [number, number] {
  return [Number(min.n) / Number(min.d), max ? Number(max.n) / Number(max.d) : Infinity]
}

/** The three that are worth most. */
function topOf({ total, parts }: Match): number[] {
  const yuan = (id: number) => {
    const { low, high } = parts.get(id)?.[0]?.alone ?? NOTHING
    const { n, d } = isOpen(high) ? low : high
    return Number(n) / Number(d)
  }
  const counted = total.counted.filter((id) => yuan(id) > 0)
  return counted.sort((a, b) => yuan(b) - yuan(a)).slice(0, 3)
}

/** What an owner answers on a phone in two minutes: a question takes about five seconds, the way to them twenty. */
const IN_TWO_MINUTES = 20
const IN_THREE_MINUTES = 32

/** How many questions until there is a sum, and until all is exact; what part of the sum is there after two minutes, and after three. */
async function walk({ facts, reckoned }: JudgedCompany) {
  const asked: AnswerKey[] = stepsFor(facts.kind).flatMap((step) => step.facts)
  const told = () => Object.fromEntries(asked.map((key) => [key, facts[key] ?? null])) as Facts
  const wanted = [reckoned?.total.min, reckoned?.total.max].map((end) => Number(end) / Number(ONE))
  const [least = 0, most = 0] = wanted
  const walked = { first: 0, exact: 0, inTwo: 0, inThree: 0 }
  while (walked.exact === 0) {
    const match = await judge(told())
    const [low, high] = shown(match)
    const count = asked.length
    if (high > 0) walked.first ||= count
    if (count <= IN_TWO_MINUTES) walked.inTwo = low / least
    if (count <= IN_THREE_MINUTES) walked.inThree = low / least
    if (Math.abs(low - least) < 0.01 && Math.abs(high - most) < 0.01) walked.exact = count
    else if (match.question) asked.push(match.question.key)
    else throw new Error(`nothing is asked any more: ${low} to ${high}`)
  }
  expect(new Set(asked).size, 'each once').toBe(asked.length)
  // The sum may be exact before everything is known of what it is made of.
  expect(topOf(await judge(facts))).toEqual(reckoned?.top)
  return walked
}

for (const company of companies) {
  test(`soon there is a sum, at last all of it: ${company.name}`, async () => {
    const { first, exact } = await walk(company)
    // Who gets next to nothing is asked about what could bring most all the same; nothing has no soon.
    if (company.reckoned?.total.min !== 0n) expect(first).toBeLessThanOrEqual(22)
    expect(exact).toBeLessThanOrEqual(90)
  })
}

test('of three companies two see two thirds of the sum in two minutes, nine of ten see six tenths in three', async () => {
  const walked = await Promise.all(companies.map(walk))
  const most = 2 / 3
  expect(walked.filter(({ inTwo }) => inTwo >= most).length).toBeGreaterThanOrEqual(
    Math.floor((companies.length * 2) / 3),
  )
  expect(walked.filter(({ inThree }) => inThree < 0.6).length).toBeLessThanOrEqual(companies.length / 10)
})

test('who said on the home page only 制造业 is asked which, and gets the sum that hangs on it', async () => {
  let facts: Facts = {
    ...{ kind: 'company', region: '510000', industry: 'C', employees: 120, revenue: '60000000' },
    ...{ taxable_income: '3500000', taxpayer: 'general', rd_expense: '2000000', certificates: [] },
  }
  const finer = { ...facts, industry: 'C34' }
  const asked: AnswerKey[] = []
  while (!asked.includes('industry') && asked.length < 5) {
    const key = (await judge(facts)).question?.key
    if (!key) break
    asked.push(key)
    facts = { ...facts, [key]: key === 'industry' ? finer.industry : isFactKey(key) ? null : true }
  }
  expect(asked).toContain('industry')
})
