/** A law of 今年可得 with all policies of the library, for companies like those judged by hand. */
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCompany } from '../../rules/eligibility/company.ts'
import { compareQuantities, ONE, type Quantity, readDecimal } from '../../rules/eligibility/decimal.ts'
import { compileRule, statusOf } from '../../rules/eligibility/evaluate.ts'
import type { Facts } from '../../rules/eligibility/facts.ts'
import { canBeHad } from '../../rules/time/window-use.ts'
import { compileRates } from '../../rules/worth/compile.ts'
import { isOpen, larger, plus, product, ZERO } from '../../rules/worth/range.ts'
import { totalOf } from '../../rules/worth/total.ts'
import { readExclusions } from '../exclusions.ts'
import { readRates } from '../rates.ts'
import { windowOf } from '../schema/documents.ts'
import { compilePages, priceAll } from './combination-of.ts'
import { GOLDEN_DAY } from './golden-company.ts'
import { readJudgedCompanies } from './golden-files.ts'
import { readCollection } from './library.ts'

const CONTENT = fileURLToPath(new URL('../../../content', import.meta.url))
const { entries } = await readCollection(CONTENT, 'interpretations')
const { exclusions } = await readExclusions(CONTENT)
const judged = await readJudgedCompanies(`${CONTENT}/companies.golden.yaml`)
const current = entries
  .map(({ data }) => data)
  .filter(({ draft, eligibility, window }) => !draft && eligibility && canBeHad(windowOf(window), GOLDEN_DAY))
const pages = compilePages(current, compileRates((await readRates(CONTENT)).rates)).map((each) => ({
  ...each,
  rule: compileRule({
    eligibility: each.page.eligibility ?? null,
    unmodelled: [],
    support: each.page.support,
  }),
}))

function totalFor(facts: Facts) {
  const company = readCompany(facts, GOLDEN_DAY)
  const met = pages.filter(({ rule }) => statusOf(rule, company) === 'met')
  const priced = priceAll(met, company, exclusions)
  return { priced, total: totalOf(priced, facts) }
}

const yuan = (most: number) => fc.integer({ min: 0, max: most }).map(String)

/** A judged company with other amounts, before its reliefs. */
const companies = fc
  .tuple(
    fc.constantFrom(...judged),
    fc.record(
      { taxable_income: yuan(8_000_000), rd_expense: yuan(4_000_000), '6.wages': yuan(500_000) },
      { requiredKeys: [] },
    ),
  )
  .map(([{ facts }, changes]): Facts => ({ ...facts, ...changes, '3.deducted': false }))

test('the sum is at most the taxes due without it plus the part outside taxes', {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(companies, (facts) => {
      const { priced, total } = totalFor(facts)
      const counted = priced.filter(({ id }) => total.counted.includes(id))
      const income = { n: readDecimal(facts.taxable_income ?? 0) ?? 0n, d: ONE }
      let most = product(income, { n: 1n, d: 4n })
      const dues = new Map<string, Quantity>()
      for (const { parts } of counted) {
        const part = parts?.[0]
        if (part?.tax) dues.set(part.tax.name, larger(dues.get(part.tax.name) ?? ZERO, part.tax.due.high))
        else if (part) most = plus(most, isOpen(part.rest.high) ? part.rest.low : part.rest.high)
      }
      for (const due of dues.values()) most = plus(most, due)
      expect(compareQuantities(total.most, most)).toBeLessThanOrEqual(0)
    }),
    { numRuns: 150 },
  )
})
