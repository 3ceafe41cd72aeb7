/** The road through the real policies. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJudgedCompanies } from '../../content/check/golden-files.ts'
import { readCollection } from '../../content/check/library.ts'
import { checkRoad, companies } from '../../content/check/testing/check-road.ts'
import { rateOf, readExclusions, rivalsOf } from '../../content/exclusions.ts'
import { readRates } from '../../content/rates.ts'
import { windowOf } from '../../content/schema/documents.ts'
import { ONE, writeDecimal } from '../eligibility/decimal.ts'
import type { Facts } from '../eligibility/facts.ts'
import { GRANTED_BY, NOW, plan, policy } from '../eligibility/testing/road.ts'
import { compileRates } from '../worth/compile.ts'
import { compileBenefit } from '../worth/worth.ts'
import { outcomeOf } from './road.ts'
import { companyAt } from './steps.ts'

const CONTENT = 'src/content'
const { entries } = await readCollection(CONTENT, 'interpretations')
const { exclusions } = await readExclusions(CONTENT)
const rates = compileRates((await readRates(CONTENT)).rates)
const SHIPPED = entries.map(({ data }) =>
  policy(data.id, data.eligibility ?? null, windowOf(data.window), {
    grants: data.grants ?? null,
    excludes: rivalsOf(exclusions, data.id).map(({ id }) => id),
    rate: rateOf(exclusions, data.id) ?? null,
    benefit: data.benefit ? compileBenefit(data.benefit, data.eligibility ?? null, rates) : null,
  }),
)

test('the interpretations of the ladder name the certificate that they grant', () => {
  const granted = SHIPPED.flatMap(({ id, grants }) => (grants ? [[id, grants]] : []))
  expect(Object.fromEntries(granted)).toEqual(GRANTED_BY)
})

test('every path is confirmed by the rules on its day: real policies and random companies', () => {
  let paths = 0
  fc.assert(
    fc.property(companies, (facts) => {
      paths += checkRoad(SHIPPED, facts)
    }),
    { numRuns: 150, seed: 21 },
  )
  expect(paths).toBeGreaterThan(300)
})

test('a restaurant of 8 people without research gets no advice for a certificate of research', () => {
  const facts: Facts = {
    kind: 'company',
    region: '510100',
    industry: 'H6210',
    employees: 8,
    revenue: '1800000',
    taxable_income: '200000',
    taxpayer: 'small',
    rd_expense: '0',
    certificates: [],
  }
  const { moves, rungs } = plan(SHIPPED, facts)
  expect(moves).toEqual([])
  expect(new Set(rungs.map(({ state }) => state))).toEqual(new Set(['out']))
  const { goals } = plan(SHIPPED, { ...facts, industry: 'C3411' })
  const tech = goals.find(({ id }) => id === 15)
  expect(tech?.steps.filter(({ kind }) => kind === 'certificate') ?? []).toEqual([])
})

describe('the companies that were judged by hand', async () => {
  for (const { name, facts, reckoned } of await readJudgedCompanies(`${CONTENT}/companies.golden.yaml`)) {
    test(name, () => {
      checkRoad(SHIPPED, facts)
      const { today, moves } = plan(SHIPPED, facts)
      if (reckoned) {
        const { min, max } = reckoned.total
        expect(today.takings).toMatchObject({
          min: Number(min) / Number(ONE),
          max: Number(max) / Number(ONE),
        })
      }
      // The sure amount holds for every value of the missing numbers.
      const owns = SHIPPED.flatMap(({ benefit }) => [...(benefit?.owns.values() ?? [])])
      for (const share of [0n, 1n, 100n]) {
        const numbers = owns.map(({ key, range: { low, high } }) => {
          const [from, to] = [(low.n * ONE) / low.d, (high.n * ONE) / high.d]
          return [key, writeDecimal(from + ((to - from) * share) / 100n)]
        })
        const told = { ...Object.fromEntries(numbers), ...facts }
        for (const { gain, steps, day } of moves) {
          const [before, after] = [[], steps].map((done) =>
            outcomeOf(SHIPPED, companyAt(told, NOW, done, day)),
          )
          const rise = (after?.takings.min ?? 0) - (before?.takings.min ?? 0)
          expect(rise).toBeGreaterThanOrEqual(gain.min - 1)
        }
      }
    })
  }
})
