/**
 * Compares 企业所得税 with an independent calculation of the annual return (`testing/tax-return.ts`) for random companies.
 */
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCompany } from '../../rules/eligibility/company.ts'
import { type Quantity, readDecimal, writeDecimal } from '../../rules/eligibility/decimal.ts'
import type { Facts } from '../../rules/eligibility/facts.ts'
import { INCOME_TAX, taxesOf } from '../../rules/worth/combination.ts'
import { compileRates } from '../../rules/worth/compile.ts'
import { totalOf } from '../../rules/worth/total.ts'
import { readExclusions } from '../exclusions.ts'
import { readRates } from '../rates.ts'
import { compilePages, priceAll } from './combination-of.ts'
import { GOLDEN_DAY } from './golden-company.ts'
import { readCollection } from './library.ts'
import { reckonSaving, type TaxPayer, UNIT } from './testing/tax-return.ts'

const CONTENT = fileURLToPath(new URL('../../../content', import.meta.url))
const { entries } = await readCollection(CONTENT, 'interpretations')
const rates = compileRates((await readRates(CONTENT)).rates)
const { exclusions } = await readExclusions(CONTENT)
const pages = compilePages(
  entries.map(({ data }) => data),
  rates,
)

const YEAR = Number(GOLDEN_DAY.slice(0, 4))
const RATES = [2, 16, 17, 18, 19, 23, 58, 109]
const OTHERS = [3, 5, 6, 31, 32, 33, 34, 36, 37, 40]
/** The certificate implies the rate. */
const CERTIFIED = { 2: 'high_tech', 109: 'advanced_service' } as const

/** 元, often within a 分 of a limit of 小型微利企业 or of the exempt 技术转让所得. */
const yuan = (most: number) =>
  fc
    .oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: most * 100 }),
      fc.integer({ min: 0, max: most / 10_000 }).map((wan) => wan * 1_000_000),
      fc
        .tuple(fc.constantFrom(100, 200, 300, 400, 500), fc.integer({ min: -1, max: 1 }))
        .map(([wan, fen]) => wan * 1_000_000 + fen),
    )
    .map((fen) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`)

const companies = fc
  .record({
    facts: fc.record({
      kind: fc.constant('company'),
      taxable_income: fc.oneof(yuan(10_000_000), yuan(4_000_000)),
      '3.deducted': fc.boolean(),
      employees: fc.constantFrom(20, 299, 300, 301, 900),
      assets: fc.constantFrom('1000000', '50000000', '50000000.01', '300000000'),
      '1.industry': fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
      certificates: fc.subarray(['high_tech', 'advanced_service']),
      region: fc.constantFrom('440106', '510107', '360700', '460100', '460300'),
      industry: fc.constant('C3911'),
      '16.software': fc.constant(false),
      '16.embedded': fc.constant(false),
      '23.income': fc.constant(false),
      '16.first_year': fc.integer({ min: 2022, max: 2026 }).map(String),
      '17.catalogue': fc.boolean(),
      '17.share': fc.boolean(),
      '18.operation': fc.boolean(),
      '18.catalogue': fc.boolean(),
      '18.share': fc.boolean(),
      rd_expense: yuan(5_000_000),
      '3.outsourced': yuan(2_000_000),
      '3.abroad': fc.oneof({ weight: 2, arbitrary: fc.constant('0') }, yuan(2_000_000)),
      '3.extra': fc.boolean(),
      '5.income': yuan(9_000_000),
      '6.wages': yuan(1_000_000),
      '31.exempt_income': yuan(5_000_000),
      '31.halved_income': yuan(5_000_000),
      '32.income': yuan(5_000_000),
      '32.first_year': fc.integer({ min: 2018, max: 2026 }).map(String),
      '33.input': yuan(1_000_000),
      '33.basis': yuan(2_000_000),
      '34.funding': yuan(2_000_000),
      '36.spent': yuan(5_000_000),
      '37.income': yuan(5_000_000),
      '37.vat': fc.constant('0'),
      '40.spending': yuan(1_000_000),
      '40.wages': yuan(9_000_000),
      taxpayer: fc.constant('general'),
    }),
    rates: fc.oneof(fc.constant<number[]>([]), fc.subarray(RATES), fc.constant(RATES)),
    others: fc.subarray(OTHERS),
  })
  .map(({ facts, ...reliefs }): Case => ({ facts: facts as unknown as Facts, ...reliefs }))

interface Case {
  facts: Facts
  /** Page ids of the claimed reliefs: from RATES, and from OTHERS. */
  rates: number[]
  others: number[]
}

/**
 * Returns the reliefs whose conditions it meets; all those of the rate or none, because the facts decide the right
 * to it.
 */
function claimsOf({ facts, rates, others }: Case): number[] {
  const isFirst = isSmall(facts) && Number(facts.taxable_income) <= 3_000_000
  const given = [...(isFirst ? [1] : []), ...ratesByFacts(facts)]
  const byChance = rates.filter((id) => !BY_FACTS.includes(id))
  const claimed = rates.length > 0 ? [...given, ...byChance] : []
  const rateIn = (id: number) => rateInYear(id, YEAR - Number(facts['16.first_year']))
  const lowest = Math.min(...claimed.map(rateIn))
  // A return has one rate, and its copy implies no other: whether halving was given up depends on the rate.
  const filed = facts['3.deducted'] ? claimed.filter((id) => rateIn(id) === lowest) : claimed
  return [...filed, ...others]
}

const BY_FACTS = [2, 17, 18, 109]

/** Returns the pages that grant 15 % by certificate, place and trade. */
function ratesByFacts(facts: Facts): number[] {
  const { region = '', certificates } = facts as { region?: string; certificates?: string[] }
  const all = (...keys: (keyof Facts)[]) => keys.every((key) => facts[key] === true)
  return [
    ...Object.entries(CERTIFIED).flatMap(([id, held]) => (certificates?.includes(held) ? [Number(id)] : [])),
    ...(['510107', '360700'].includes(region) && all('17.catalogue', '17.share') ? [17] : []),
    ...(region === '460100' && all('18.operation', '18.catalogue', '18.share') ? [18] : []),
  ]
}

/** Percent, by years since the first profit. */
function rateInYear(id: number, years: number): number {
  if (id === 1) return 5
  return id === 58 ? 0 : id === 16 || id === 23 ? (years < 2 ? 0 : 12.5) : 15
}

function isSmall(facts: Facts): boolean {
  const { employees, assets } = facts as { employees: number; assets: string }
  return employees <= 300 && Number(assets) <= 50_000_000 && facts['1.industry'] === true
}

/** Returns the same company in the terms of the return. */
function payerOf(facts: Facts, claims: readonly number[]): TaxPayer {
  const money = (key: keyof Facts) => partsOf(readDecimal(facts[key]) ?? 0n)
  return {
    told: money('taxable_income'),
    reduced: facts['3.deducted'] === true,
    claims: new Set(claims),
    people: Number(facts.employees),
    assets: money('assets'),
    allowedTrade: facts['1.industry'] === true,
    fifteen: ratesByFacts(facts).length > 0,
    research: money('rd_expense'),
    outsourced: money('3.outsourced'),
    abroad: money('3.abroad'),
    // All are manufacturers of electronics.
    listed: facts['3.extra'] === true,
    disabledWages: money('6.wages'),
    basicResearch: money('34.funding'),
    communityIncome: money('37.income'),
    trainingSpent: money('40.spending'),
    wages: money('40.wages'),
    transferIncome: money('5.income'),
    farmExempt: money('31.exempt_income'),
    farmHalved: money('31.halved_income'),
    greenIncome: money('32.income'),
    greenSince: Number(facts['32.first_year']),
    upgradeInput: money('33.input'),
    upgradeBasis: money('33.basis'),
    equipment: money('36.spent'),
    profitSince: Number(facts['16.first_year']),
  }
}

/** From ten-thousandths of a yuan, the precision of answers. */
function partsOf(amount: bigint): bigint {
  return (amount * UNIT) / 100n
}

/** Returns both ends of the portal's reduction of 企业所得税. */
function portalSaving(facts: Facts, claims: readonly number[]) {
  const claimed = pages.filter(({ page }) => claims.includes(page.id))
  const priced = priceAll(claimed, readCompany(facts, GOLDEN_DAY), exclusions)
  const { counted, unfilled } = totalOf(priced, facts)
  if (unfilled.length > 0) throw new Error(`${unfilled} ask for more than the company here tells`)
  const tax = taxesOf(priced.filter(({ id }) => counted.includes(id))).find(({ name }) => name === INCOME_TAX)
  return { low: toParts(tax?.sum.low), high: toParts(tax?.sum.high) }
}

/** From 元. */
function toParts(amount: Quantity | undefined): bigint {
  return amount ? (amount.n * 100n * UNIT) / amount.d : 0n
}

const plainSaving = (each: Case) => reckonSaving(payerOf(each.facts, claimsOf(each)), YEAR)

/** Returns the portal's sum; fails for a range, because everything is known here. */
function sumOf(each: Case): bigint {
  const { low, high } = portalSaving(each.facts, claimsOf(each))
  expect(high).toBe(low)
  return low
}

/** Answers have four decimals of a 元; a return with more cannot be copied. */
const DECIMALS = UNIT / 100n

const copied = (each: Case, taxable: bigint): Case => ({
  ...each,
  facts: { ...each.facts, '3.deducted': true, taxable_income: writeDecimal(taxable / DECIMALS) },
})

test('equals the independent return, to the 分', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(companies, (each) => {
      expect(sumOf(each)).toBe(plainSaving(each).saved)
    }),
    { numRuns: 2000 },
  )
})

test('an income before the reliefs and one copied from the return give the same sum', {
  timeout: 60_000,
}, () => {
  let compared = 0
  fc.assert(
    fc.property(companies, ({ facts, ...reliefs }) => {
      const told: Case = { ...reliefs, facts: { ...facts, '3.deducted': false } }
      const { filed, before } = plainSaving(told)
      fc.pre(filed.taxable > 0n && filed.taxable % DECIMALS === 0n)
      const again = copied(told, filed.taxable)
      // Halving made it small, and a small company gives halving up: the return does not reveal which.
      if (plainSaving(again).before < before) return
      compared++
      expect(sumOf(again)).toBe(sumOf(told))
    }),
    { numRuns: 500 },
  )
  expect(compared).toBeGreaterThan(450)
})
