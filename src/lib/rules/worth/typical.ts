/** Typical values of similar companies: for orders and estimates (还可能), never for verdicts and 确定可得. */
import { isAskKey } from '../eligibility/asks.ts'
import { type Company, readCompany } from '../eligibility/company.ts'
import type { Facts } from '../eligibility/facts.ts'
import type { Certificate } from '../eligibility/options.ts'
import type { MoneyKind } from './formula.ts'
import { isOpen } from './range.ts'
import { awaitsCertificate } from './total.ts'
import { type CompiledBenefit, rangeOf, worthOf } from './worth.ts'

/**
 * By section of industry: 元 of revenue a head, the share of it that is 应纳税所得额, and the share spent on research.
 * Round estimates by the editors, no statistics: the results must contain the sums of the companies that were calculated
 * by hand (tests/flows/two-minutes.content.test.ts).
 */
const SCALES: Readonly<Record<string, readonly [head: number, profit: number, research: number]>> = {
  A: [300_000, 0.06, 0.005],
  B: [800_000, 0.08, 0.01],
  C: [800_000, 0.06, 0.03],
  D: [1_500_000, 0.08, 0.01],
  E: [700_000, 0.04, 0.02],
  F: [1_200_000, 0.03, 0.002],
  H: [200_000, 0.05, 0],
  I: [500_000, 0.08, 0.08],
  K: [600_000, 0.06, 0],
  M: [450_000, 0.08, 0.08],
  N: [600_000, 0.07, 0.02],
}
const OTHER_SCALE = [350_000, 0.06, 0.005] as const
/** Sections with at least this share for research are assumed to have results such as patents. */
const RESEARCHING = 0.03

/** @param generosity multiplies the usual shares of research and of income in the revenue */
export function typicalCompany({ facts, today }: Company, generosity = 1): Company {
  const { kind = 'company', industry } = facts
  const [head, profit, research] = SCALES[industry?.charAt(0) ?? ''] ?? OTHER_SCALE
  const employees = facts.employees ?? (kind === 'individual' ? 4 : 30)
  const revenue = Number(facts.revenue ?? employees * (kind === 'company' ? head : Math.min(head, 200_000)))
  const share = (of: number) => String(Math.round(revenue * Math.min(1, of)))
  const much = (of: number) => share(of * generosity)
  const isResearching = research >= RESEARCHING
  const typical: Facts = {
    ...{ kind, founded_on: `${Number(today.slice(0, 4)) - 5}-06-01`, founder_groups: [], hired_groups: [] },
    ...{ employees, insured: employees, dismissed: 0, key_hires: 0, rd_staff: Math.floor(employees / 10) },
    ...{ revenue: share(1), main_revenue: share(0.9), revenue_prior: share(0.9), revenue_prior2: share(0.8) },
    ...{ rd_expense: much(research), rd_expense_prior: share(research), rd_expense_prior2: share(research) },
    ...{ assets: share(0.7), liabilities: share(0.3), taxable_income: much(profit), investment: '0' },
    ...{ tech_transfer: false, certificates: [], tax_credit: 'B', exporter: false },
    ...{ ip_invention: isResearching ? 1 : 0, ip_utility: isResearching ? 5 : 0 },
    ...{ taxpayer: revenue > 5_000_000 ? 'general' : 'small', abnormal: false, violations: false },
  }
  const told = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null)
  return readCompany({ ...typical, ...Object.fromEntries(told) }, today)
}

/** Weight of each kind of money when sorting policies. */
const LIKELY: Record<MoneyKind, number> = { law: 1, contested: 0.2, others: 0 }

/** 元 per employee, or per 元 of revenue, by the name of the number. */
const A_HEAD: Readonly<Record<string, number>> = { premium: 600, due: 1200, wages: 1000, spending: 1000 }
const OF_REVENUE: Readonly<Record<string, number>> = {
  ...{ loan: 0.05, equipment: 0.05, amount: 0.05, draw: 0.05, invest: 0.05, total: 0.05, outlay: 0.05 },
  ...{ income: 0.04, exempt_income: 0.06, exempt: 0.3, input: 0.05, vat: 0.002, payable: 0.02, spent: 0.01 },
  ...{ outsourced: 0, abroad: 0, estate: 0, halved_income: 0, other: 0, funding: 0.001, fees: 0.0002 },
  ...{ taxes: 0.004 },
}
const OTHERWISE = 0.002
const USUAL = { 件: 1, 月: 12, 天: 90, 年: 1 } as const

export function usualFacts(benefit: CompiledBenefit, typical: Company, generosity = 1): Company {
  const facts: Record<string, unknown> = { ...typical.facts }
  for (const { key, unit, range } of benefit.owns.values()) {
    if (typeof facts[key] === 'string') continue
    const name = key.slice(key.indexOf('.') + 1)
    const { employees, revenue } = typical.facts
    const money = A_HEAD[name]
      ? A_HEAD[name] * Number(employees)
      : (OF_REVENUE[name] ?? OTHERWISE) * Number(revenue)
    const usual =
      unit === '元' ? Math.round(money) : unit === '人' ? Math.ceil(Number(employees) / 30) : USUAL[unit]
    const [low, high] = [range.low, range.high].map((end) => Number(end.n / end.d))
    const year = Number(typical.today.slice(0, 4))
    facts[key] = String(low !== undefined && low > 1900 ? year : Math.min(usual * generosity, high ?? usual))
  }
  return { ...typical, facts: facts as Facts }
}

/** Returns the 元 for sorting policies: money that needs a certificate or an approval counts less. */
export function likelyWorth(
  { benefit, grants }: { benefit: CompiledBenefit | null; grants?: Certificate | null | undefined },
  typical: Company,
  facts: Facts,
): number {
  if (!benefit) return 0
  const later = awaitsCertificate(grants, facts) ? LATER : 1
  return later * LIKELY[benefit.money] * usualWorth(benefit, typical, HOPED_AT_BEST)
}

const LATER = 0.1

/** Share of an open range that counts as expected; the order by best case uses the larger one. */
const HOPED = 0.1
const HOPED_AT_BEST = 0.5

/** Returns the approximate worth in 元; 0 if unknown. */
export function usualWorth(benefit: CompiledBenefit, typical: Company, hoped: number = HOPED): number {
  const filled = usualFacts(benefit, typical)
  const open = worthOf(benefit, filled).missing.filter(isAskKey)
  // Tries both answers to every open ask.
  const either = [true, false].map((said) => {
    const facts = { ...filled.facts, ...Object.fromEntries(open.map((key) => [key, said])) }
    const { low, high } = rangeOf(benefit, { ...filled, facts })
    const [least = 0, most = 0] = [low, isOpen(high) ? low : high].map((end) => Number(end.n) / Number(end.d))
    return least + hoped * (most - least)
  })
  return either.reduce((sum, each) => sum + each / 2, 0)
}
