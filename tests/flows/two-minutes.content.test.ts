/**
 * 一键匹配 as an owner answers it: what is asked first is what brings most. The companies are those that were reckoned by
 * hand.
 */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { START } from '../../src/islands/match/start.ts'
import { bestOf } from '../../src/islands/parts/verdict/best.ts'
import { GOLDEN_DAY } from '../../src/lib/content/check/golden-company.ts'
import { type JudgedCompany, readJudgedCompanies } from '../../src/lib/content/check/golden-files.ts'
import { readCollection } from '../../src/lib/content/check/library.ts'
import { readExclusions } from '../../src/lib/content/exclusions.ts'
import { readRates } from '../../src/lib/content/rates.ts'
import { rulePolicy } from '../../src/lib/content/rule-policy.ts'
import { ONE } from '../../src/lib/rules/eligibility/decimal.ts'
import { type AnswerKey, type Facts, factOf, isFactKey } from '../../src/lib/rules/eligibility/facts.ts'
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

function shown({ total: { min, max } }: Match): [number, number] {
  return [Number(min.n) / Number(min.d), max ? Number(max.n) / Number(max.d) : Infinity]
}

function topOf({ total, parts }: Match): number[] {
  const yuan = (id: number) => {
    const { low, high } = parts.get(id)?.[0]?.alone ?? NOTHING
    const { n, d } = isOpen(high) ? low : high
    return Number(n) / Number(d)
  }
  const counted = total.counted.filter((id) => yuan(id) > 0)
  return counted.sort((a, b) => yuan(b) - yuan(a)).slice(0, 3)
}

/**
 * Like docs/evidence/tasks.md: reading 2.5, a tap 1.2, a key 0.3; an owner writes 3000万, and a Chinese character is
 * three keys.
 */
function secondsFor(key: AnswerKey, value: unknown): number {
  const kind = isFactKey(key) ? factOf(key).kind : typeof value === 'string' ? 'money' : 'boolean'
  const text = String(value).replace(/0000$/, '万')
  const keys = text.length + (text.endsWith('万') ? 2 : 0)
  if (value === null || kind === 'boolean' || kind === 'choice') return 3.7
  if (kind === 'multi') return 3.7 + 1.2 * Math.max(1, [value].flat().length)
  if (kind === 'region' || kind === 'industry') return 6.1
  return 3.7 + 0.3 * (kind === 'date' ? 8 : keys)
}

const IN_SIGHT = 10
const QUESTIONS = 20
const SECONDS = 120
const WORD_AFTER = 6

/**
 * When there is a sum, nine tenths of it, the best three, and all; and whether the range after six answers contains
 * it.
 */
async function walk({ facts, reckoned }: JudgedCompany) {
  const told: Partial<Record<AnswerKey, unknown>> = {}
  const asked: AnswerKey[] = []
  const [least = 0, most = 0] = [reckoned?.total.min, reckoned?.total.max].map(
    (end) => Number(end) / Number(ONE),
  )
  const walked = { first: 0, most: NaN, top: NaN, exact: 0, isInRange: false }
  let [count, seconds] = [0, 0]
  const queue: AnswerKey[] = [...START]
  while (walked.exact === 0) {
    const match = await judge(told as Facts)
    const [low, high] = shown(match)
    if (count === WORD_AFTER) walked.isInRange = low <= least + 0.01 && match.most >= most - 0.01
    if (high > 0) walked.first ||= count
    if (Number.isNaN(walked.most) && low >= least * 0.9) walked.most = seconds <= SECONDS ? count : Infinity
    const inSight = match.groups.unknown.slice(0, IN_SIGHT).map(({ id }) => id)
    const seen = [...match.total.counted, ...inSight]
    if (Number.isNaN(walked.top) && reckoned?.top.every((id) => seen.includes(id))) walked.top = count
    if (count >= WORD_AFTER && Math.abs(low - least) < 0.01 && Math.abs(high - most) < 0.01)
      walked.exact = count
    const next = queue.shift() ?? match.question?.key
    if (!next && walked.exact === 0) throw new Error(`nothing is asked any more: ${low} to ${high}`)
    const together = next === match.question?.key ? (match.question?.together ?? [next]) : [next]
    for (const key of together) {
      if (!key) continue
      asked.push(key)
      told[key] = facts[key] ?? null
      seconds += secondsFor(key, told[key])
    }
    count += 1
  }
  expect(new Set(asked).size, 'each once').toBe(asked.length)
  // The sum may be exact before all its parts are known.
  expect(topOf(await judge(facts))).toEqual(reckoned?.top)
  return walked
}

const walks = new Map(await Promise.all(companies.map(async (each) => [each, await walk(each)] as const)))

test.each(companies)('a sum soon, and all of it at last: $name', (company) => {
  const { first = 0, exact = 0, isInRange } = walks.get(company) ?? {}
  // A sum of 0 has no "soon".
  if (company.reckoned?.total.min !== 0n) expect(first).toBeLessThanOrEqual(22)
  expect(exact).toBeLessThanOrEqual(90)
  expect(isInRange, 'what is shown after six answers holds it').toBe(true)
})

test('nine of ten see nine tenths of the sum, and the three best, within twenty answers and two minutes', () => {
  const reached = [...walks.values()].filter(({ most, top }) => most <= QUESTIONS && top <= QUESTIONS)
  // 34 of 37.
  expect(reached.length).toBeGreaterThanOrEqual(Math.ceil(companies.length * 0.9))
})

test('a visitor with only 制造业 from the home page is asked which one, and gets the sum that depends on it', async () => {
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

test('the best three of a software company that told its section alone need no rare standing', async () => {
  const match = await judge({ kind: 'company', region: '440100', industry: 'I', employees: 80 })
  expect(bestOf(match).map(({ id }) => id)).not.toContain(58)
})
