/** Laws of 今年可得 with all policies of the library, for companies like those judged by hand. */
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCompany } from '../../rules/eligibility/company.ts'
import { compareQuantities, ONE, type Quantity, readDecimal } from '../../rules/eligibility/decimal.ts'
import { compileRule, statusOf } from '../../rules/eligibility/evaluate.ts'
import { type Facts, factOf, isFactKey } from '../../rules/eligibility/facts.ts'
import { CERTIFICATE_KEYS } from '../../rules/eligibility/options.ts'
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
  return { facts, priced, total: totalOf(priced, facts) }
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

const better = fc.record({
  key: fc.constantFrom('taxable_income', 'rd_expense', '6.wages', 'rd_staff', 'ip_invention', 'insured'),
  by: fc.integer({ min: 1, max: 2_000_000 }),
  certificate: fc.option(fc.constantFrom(...CERTIFICATE_KEYS)),
})

/** Reasons for a smaller sum after a better fact. */
const REASONS: Record<string, (before: Counted, after: Counted) => boolean> = {
  // Page 1: 不是分段优惠，超过300万元就全部不享受.
  应纳税所得额超过300万元: (before, after) => {
    const [from, to] = [before, after].map(({ facts }) => Number(facts.taxable_income))
    return isSmallEnough(before.facts) && (to ?? 0) > 3_000_000 && (to ?? 0) > (from ?? 0)
  },
  // Pages 2 and 109: the certificate alone does not suffice. At its rate a deduction is worth less, and the right
  // to the rate is 待确认.
  资质的税率还待确认: (before, after) =>
    (
      [
        ['high_tech', 2],
        ['advanced_service', 109],
      ] as const
    ).some(
      ([certificate, id]) =>
        after.facts.certificates?.includes(certificate) &&
        !before.facts.certificates?.includes(certificate) &&
        !after.priced.some((each) => each.id === id),
    ),
  // The result asks for it: 还要填一个数才能算.
  '要多回答一个问题，回答以前不计入': (before, after) =>
    after.total.unfilled.some((id) => !before.total.unfilled.includes(id)),
}

type Counted = ReturnType<typeof totalFor>

function isSmallEnough({ employees, assets }: Facts): boolean {
  return Number(employees) <= 300 && Number(assets) <= 50_000_000
}

test('the sum falls for a better fact only for a reason that a page names', {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(companies, better, (facts, { key, by, certificate }) => {
      const isCount = isFactKey(key) && factOf(key).kind === 'number'
      const more = (value: unknown) =>
        isCount ? Number(value ?? 0) + (by % 5) + 1 : String(Number(value ?? 0) + by)
      const then: Facts =
        certificate === null
          ? { ...facts, [key]: more(facts[key]) }
          : { ...facts, certificates: [...new Set([...(facts.certificates ?? []), certificate])] }
      const [before, after] = [totalFor(facts), totalFor(then)]
      // A certificate with unmet conditions is no better than none.
      fc.pre(certificate === null || after.priced.some(({ grants }) => grants === certificate))
      const falls = (end: 'min' | 'most') => compareQuantities(after.total[end], before.total[end]) < 0
      if (!falls('min') && !falls('most')) return
      const reason = Object.keys(REASONS).find((name) => REASONS[name]?.(before, after))
      expect(reason, `${key} ${certificate}: ${before.total.counted} → ${after.total.counted}`).toBeDefined()
    }),
    { numRuns: 400 },
  )
})
