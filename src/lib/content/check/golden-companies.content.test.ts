/**
 * Companies with known verdicts for every interpretation with a tree. They suffice if removing any part of a tree
 * changes one of their verdicts.
 */
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCompany } from '../../rules/eligibility/company.ts'
import { compareQuantities, ONE } from '../../rules/eligibility/decimal.ts'
import { evaluate } from '../../rules/eligibility/evaluate.ts'
import { type AnswerKey, type Facts, factOf, isFactKey } from '../../rules/eligibility/facts.ts'
import { questionsOf } from '../../rules/eligibility/next-question.ts'
import { decidingWords } from '../../rules/eligibility/shortfalls.ts'
import type { Tree } from '../../rules/eligibility/tree.ts'
import type { Status } from '../../rules/eligibility/verdict.ts'
import { isBatchOver } from '../../rules/time/application-window.ts'
import { compileRates } from '../../rules/worth/compile.ts'
import { type Benefit, conditionsOf } from '../../rules/worth/formula.ts'
import { reduce, UPWARDS } from '../../rules/worth/range.ts'
import { totalOf } from '../../rules/worth/total.ts'
import { compileBenefit, rangeOf, worthOf } from '../../rules/worth/worth.ts'
import { readExclusions } from '../exclusions.ts'
import { readRates } from '../rates.ts'
import { type Interpretation, windowOf } from '../schema/documents.ts'
import { compilePages, priceAll } from './combination-of.ts'
import { GOLDEN_DAY, type GoldenCompany, type GoldenWorth } from './golden-company.ts'
import { readGoldenFiles, readJudgedCompanies } from './golden-files.ts'
import { readCollection } from './library.ts'
import { missingCompanies } from './reminders.ts'
import { unguardedInBenefit, unguardedInTree } from './unguarded.ts'

const CONTENT = fileURLToPath(new URL('../../../content', import.meta.url))

const library = await readCollection(CONTENT, 'interpretations')
const goldenFiles = await readGoldenFiles(CONTENT, library.entries)
/** A draft may have half of its conditions and unjudged companies. */
const entries = library.entries.filter(({ data }) => !data.draft)

const rates = compileRates((await readRates(CONTENT)).rates)

const exactly = ({ min, max }: Pick<GoldenWorth, 'min' | 'max'>) => ({
  min: reduce({ n: min, d: ONE }),
  max: max === null ? null : reduce({ n: max, d: ONE }),
})

const statusOf = (
  eligibility: Tree | null,
  { facts }: Pick<GoldenCompany, 'facts'>,
  support?: Interpretation['support'],
) => evaluate({ eligibility, unmodelled: [], support }, facts, GOLDEN_DAY).status

test('a golden file has an interpretation with a tree', () => {
  const modelled = library.entries.filter(({ data }) => data.eligibility).map(({ file }) => file)
  expect(modelled).toEqual(expect.arrayContaining(goldenFiles.map(({ interpretation }) => interpretation)))
})

for (const { file, data } of entries) {
  const { eligibility } = data
  if (!eligibility) continue
  const golden = goldenFiles.find(({ interpretation }) => interpretation === file)
  const { companies = [], wrong = [] } = golden ?? {}

  describe(`${data.id} ${data.title}`, () => {
    test('has companies of each verdict, wrong cases, and amounts', () => {
      expect(missingCompanies(data, golden)).toEqual([])
    })

    for (const company of companies) {
      test(company.name, () => {
        expect(statusOf(eligibility, company)).toBe(company.status)
      })
    }

    for (const { name, facts, status, decides } of wrong) {
      test(`wrongly judged: ${name}`, () => {
        const verdict = evaluate({ eligibility, unmodelled: [] }, facts, GOLDEN_DAY)
        expect(verdict.status).toBe(status)
        if (decides !== undefined) expect(decidingWords(verdict).join('\n')).toContain(decides)
      })
    }

    const priced = [...companies, ...wrong].filter(({ worth }) => worth !== undefined)
    for (const { name, facts, worth } of priced) {
      test(`worth: ${name}`, () => {
        const { benefit } = data
        if (!benefit || !worth) throw new Error('no formula')
        const found = worthOf(compileBenefit(benefit, eligibility, rates), readCompany(facts, GOLDEN_DAY))
        expect(found).toMatchObject({ ...exactly(worth), per: worth.per })
      })
    }

    test('some company notices every removal from the tree', () => {
      const unnoticed = unguardedInTree(eligibility, companies).map(({ gone }) => gone)
      expect(unnoticed, unnoticed.join('\n')).toEqual([])
    })

    const { benefit } = data
    if (!benefit) return
    test('some amount notices every removal from the formula, one is 0, one has a loss', () => {
      const compiled = compileBenefit(benefit, eligibility, rates)
      const unnoticed = unguardedInBenefit(compiled, [...companies, ...wrong]).map((path) => path.join('.'))
      const { main, own = [] } = benefit
      const hasFloor = own.some(({ key, least }) => key === main && least)
      const numbers: (AnswerKey | undefined)[] = [
        hasFloor ? undefined : main,
        JSON.stringify(benefit).includes('"income_tax"') ? 'taxable_income' : undefined,
      ]
      for (const key of numbers)
        if (key && !priced.some(({ facts }) => Number(facts[key] ?? 1) === 0)) unnoticed.push(`${key}: 0`)
      expect(unnoticed, unnoticed.join('\n')).toEqual([])
    })
  })
}

const { exclusions } = await readExclusions(CONTENT)
const judged = await readJudgedCompanies(`${CONTENT}/companies.golden.yaml`)

for (const { name, facts, met, unknown } of judged) {
  test(`judged by hand against every policy: ${name}`, () => {
    const withStatus = (wanted: Status) =>
      entries
        .map(({ data }) => data)
        .filter(
          ({ eligibility, support }) => eligibility && statusOf(eligibility, { facts }, support) === wanted,
        )
        .map(({ id }) => id)
        .sort((a, b) => a - b)
    expect(
      { met: withStatus('met'), unknown: withStatus('unknown') },
      'judge it by hand, then write it into companies.golden.yaml: npm run content:truth -- <id of the policy>',
    ).toEqual({ met, unknown })
  })
}

for (const { name, facts, met, reckoned } of judged) {
  if (!reckoned) continue
  test(`calculated by hand, all policies together: ${name}`, () => {
    const company = readCompany(facts, GOLDEN_DAY)
    const had = entries.flatMap(({ data }) => (met.includes(data.id) ? [data] : []))
    const priced = priceAll(compilePages(had, rates), company, exclusions)
    const total = totalOf(priced, facts)
    expect({ min: total.min, max: total.max }).toEqual(exactly(reckoned.total))
    const worthsOf = (ids: readonly number[]) =>
      priced.flatMap(({ id, compiled, page }) => {
        // Money of next year's batch is not this year's.
        const isNow = compiled && ids.includes(id) && !isBatchOver(windowOf(page.window), GOLDEN_DAY)
        return isNow ? [{ id, worth: worthOf(compiled, company) }] : []
      })
    const shown = (worths: ReturnType<typeof worthsOf>) =>
      new Map(worths.map(({ id, worth: { min, max, per } }) => [id, { min, max, per }]))
    const byHand = (worths: ReadonlyMap<number, GoldenWorth>) =>
      new Map([...worths].map(([id, worth]) => [id, { ...exactly(worth), per: worth.per }]))
    const counted = worthsOf(total.counted)
    expect(shown(counted)).toEqual(byHand(reckoned.worths))
    expect(shown(worthsOf(total.contested)), 'contested').toEqual(byHand(reckoned.contested))
    const byMost = counted.sort((one, other) =>
      compareQuantities(other.worth.max ?? UPWARDS.high, one.worth.max ?? UPWARDS.high),
    )
    expect(byMost.slice(0, reckoned.top.length).map(({ id }) => id)).toEqual(reckoned.top)
  })
}

test('reductions of 企业所得税 use the return, and other taxes have shared names', () => {
  const spoken = entries.flatMap(({ data: { id, title, benefit } }) => {
    const last = benefit?.steps.at(-1)
    const isIncomeTax = /企业所得税/.test(last?.name ?? '')
    return last && isIncomeTax && !JSON.stringify(benefit?.steps).includes('"income_tax"')
      ? [`${id} ${title}`]
      : []
  })
  expect(spoken).toEqual([])
  // A misspelt name would be a separate tax that no other policy uses up.
  const named = entries.flatMap(({ data: { benefit } }) => benefit?.tax?.name ?? [])
  expect(named.filter((name) => named.indexOf(name) === named.lastIndexOf(name))).toEqual([])
})

const yuan = fc
  .oneof(fc.integer({ min: 0, max: 60_000_000 }), fc.integer({ min: 0, max: 4_000_000 }))
  .map(String)

const pick = (facts: Facts, keys: readonly AnswerKey[]): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([key]) => keys.includes(key as AnswerKey))) as Facts

/** Generates any answer to a question of a formula or condition. */
function answersTo(key: AnswerKey, benefit: Benefit): fc.Arbitrary<unknown> {
  const own = benefit.own?.find((each) => each.key === key)
  if (own?.unit === '年') return fc.integer({ min: 2015, max: 2026 }).map(String)
  if (own) return fc.integer({ min: 0, max: 500 }).map(String)
  if (!isFactKey(key)) return fc.boolean()
  const { kind, options = {} } = factOf(key)
  if (kind === 'money') return yuan
  if (kind === 'number') return fc.integer({ min: 0, max: 400 })
  if (kind === 'boolean') return fc.boolean()
  if (kind === 'choice') return fc.constantFrom(...Object.keys(options))
  if (kind === 'multi') return fc.subarray(Object.keys(options))
  if (kind === 'date') return fc.constantFrom('2015-03-01', '2024-06-30', '2026-02-01')
  return kind === 'region'
    ? fc.constantFrom('440106', '440305', '520100', '460100', '110101')
    : fc.constantFrom('I6513', 'C3911', 'F51', 'H62', 'N77')
}

for (const { file, data } of entries) {
  const { benefit, eligibility } = data
  if (!benefit) continue
  const tree = eligibility ?? { all: [] }
  const compiled = compileBenefit(benefit, tree, rates)
  const asked = new Set<AnswerKey>([...questionsOf(tree), ...(benefit.own ?? []).map(({ key }) => key)])
  for (const { missing } of [worthOf(compiled, readCompany({}, GOLDEN_DAY))])
    for (const key of missing) asked.add(key)
  for (const tree of benefit.steps.flatMap(({ is }) => conditionsOf(is)))
    for (const key of questionsOf(tree)) asked.add(key)
  const keys = [...asked]
  const companies = fc.record(
    Object.fromEntries(keys.map((key) => [key, answersTo(key, benefit)])),
  ) as fc.Arbitrary<Facts>

  /** Ranges hold for eligible companies; the conditions exclude other answers. */
  const eligible = goldenFiles
    .filter((golden) => golden.interpretation === file)
    .flatMap((golden) => golden.companies.filter(({ status }) => status === 'met'))
    .map(({ facts }) => facts)

  describe(`laws of ${data.id}`, () => {
    test('for all possible answers the worth is within the range, in each year, and at least 0', () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...eligible),
          companies,
          fc.subarray(keys),
          fc.subarray(keys),
          fc.constantFrom(2026, 2027, 2028, 2029, 2030),
          (sample, random, changed, forgotten, year) => {
            const facts = { ...sample, ...pick(random, changed) }
            const told = statusOf(tree, { facts }) === 'unmet' ? sample : facts
            const known = pick(
              told,
              keys.filter((key) => !forgotten.includes(key)),
            )
            const today = `${year}${GOLDEN_DAY.slice(4)}`
            const before = rangeOf(compiled, { ...readCompany(known, GOLDEN_DAY), today })
            const after = rangeOf(compiled, { ...readCompany(told, GOLDEN_DAY), today })
            expect(before.low.n).toBeGreaterThanOrEqual(0n)
            expect(compareQuantities(before.low, after.low)).toBeLessThanOrEqual(0)
            expect(compareQuantities(after.high, before.high)).toBeLessThanOrEqual(0)
          },
        ),
        { numRuns: 60 },
      )
    })

    const { main } = benefit
    if (main === undefined || !isFactKey(main) || factOf(main).kind !== 'money') return
  })
}
