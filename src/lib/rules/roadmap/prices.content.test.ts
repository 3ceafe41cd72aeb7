/** The worth of the real policies on the road. */
import { describe, expect, test } from 'vitest'
import { readJudgedCompanies } from '../../content/check/golden-files.ts'
import { readCollection } from '../../content/check/library.ts'
import { rateOf, readExclusions, rivalsOf } from '../../content/exclusions.ts'
import { readRates } from '../../content/rates.ts'
import { windowOf } from '../../content/schema/documents.ts'
import { ONE, writeDecimal } from '../eligibility/decimal.ts'
import { NOW, plan, policy } from '../eligibility/testing/road.ts'
import { compileRates } from '../worth/compile.ts'
import { compileBenefit } from '../worth/worth.ts'
import { lookAhead } from './future.ts'
import { pricesOf } from './prices.ts'

const CONTENT = 'src/content'
const { entries } = await readCollection(CONTENT, 'interpretations')
const { exclusions } = await readExclusions(CONTENT)
const rates = compileRates((await readRates(CONTENT)).rates)
const SHIPPED = entries.map(({ data }) => ({
  ...policy(data.id, data.eligibility ?? null, windowOf(data.window), data.grants ?? null),
  excludes: rivalsOf(exclusions, data.id).map(({ id }) => id),
  rate: rateOf(exclusions, data.id) ?? null,
  benefit: data.benefit ? compileBenefit(data.benefit, data.eligibility ?? null, rates) : null,
}))
const PRICES = pricesOf(SHIPPED)

describe('the companies that were judged by hand', async () => {
  for (const { name, facts, reckoned } of await readJudgedCompanies(`${CONTENT}/companies.golden.yaml`)) {
    if (reckoned)
      test(`the road begins with the total of the result: ${name}`, () => {
        const { year, once } = plan(SHIPPED, facts, NOW, PRICES).today.takings
        expect(year.min + once.min).toBe(Number(reckoned.total.min / ONE))
        expect((year.max ?? 0) + (once.max ?? 0)).toBe(Number((reckoned.total.max ?? 0n) / ONE))
      })
    test(`a sure worth stays for all values of the missing numbers: ${name}`, () => {
      const { moves } = plan(SHIPPED, facts, NOW, PRICES)
      for (const { gain, steps, gainFrom } of moves) {
        for (const share of [0n, 1n, 7n, 100n]) {
          const owns = SHIPPED.flatMap(({ benefit }) => [...(benefit?.owns.values() ?? [])])
          const filled = owns.map(({ key, range: { low, high } }) => {
            const [from, to] = [(low.n * ONE) / low.d, (high.n * ONE) / high.d]
            return [key, writeDecimal(from + ((to - from) * share) / 100n)]
          })
          const complete = { ...Object.fromEntries(filled), ...facts }
          const { at, takings } = lookAhead(SHIPPED, complete, NOW, PRICES)
          const sums = [[], steps].map((done) => takings(at(done, gainFrom)).year)
          expect((sums[1]?.min ?? 0) - (sums[0]?.min ?? 0)).toBeGreaterThanOrEqual(gain.year.min)
        }
      }
    })
  }
})
