/**
 * The money of the road. It rests on what is known and follows from the law alone: what an authority has still to choose
 * counts for nothing. Nor does what hangs on a number that nobody has given.
 */
import type { Company } from '../eligibility/company.ts'
import { ONE, type Quantity, writeDecimal } from '../eligibility/decimal.ts'
import type { Facts } from '../eligibility/facts.ts'
import type { ApplicationWindow } from '../time/application-window.ts'
import { partsByYear, sumOfYear } from '../worth/combination.ts'
import type { Benefit } from '../worth/formula.ts'
import { isOpen, isPoint, type Range } from '../worth/range.ts'
import { type Candidate, totalOf } from '../worth/total.ts'
import { type CompiledBenefit, isUnfilledFor, worthOf } from '../worth/worth.ts'

/** Whole 元, so that sums and differences are exact; `max` null: no upper end known. */
export interface Money {
  min: number
  max: number | null
}

export interface Takings {
  /** What the best combination brings in a year. */
  year: Money
  /** What is paid once. */
  once: Money
  /** Of the summands, those that rest in part on a number that nobody has given. */
  loose: readonly (Money & { id: number })[]
  /** Not in the sums, because all of it hangs on such a number: page ids. */
  unfilled: readonly number[]
}

export interface Prices {
  /** What the best combination of these policies, all 符合, is worth; 可贷 counts for nothing. */
  takings: (met: readonly number[], company: Company) => Takings
  /** Every number that nobody has given at a hundredth of what it may be: by it shows which way such sums go. */
  filled: (facts: Facts) => Facts
}

interface PricedPolicy extends Pick<Candidate, 'id' | 'excludes' | 'grants'> {
  rate: number | null
  window: ApplicationWindow
  benefit: CompiledBenefit | null
}

export function pricesOf(policies: readonly PricedPolicy[]): Prices {
  const byId = new Map(policies.map((policy) => [policy.id, policy]))

  function takings(met: readonly number[], company: Company): Takings {
    const candidates = met.flatMap((id) => {
      const policy = byId.get(id)
      return policy ? [toCandidate(policy, company)] : []
    })
    const total = totalOf(candidates, company.facts)
    const ids = new Set(total.counted)
    const counted = candidates.filter(({ id }) => ids.has(id))
    const loose = counted.flatMap(({ id, benefit, parts }) => {
      const range = parts?.[0]?.alone
      if (!benefit || !range || isPoint(range) || worthOf(benefit, company).missing.length === 0) return []
      return [{ id, ...toMoney(range) }]
    })
    const sum = (per: Benefit['per']) =>
      toMoney(sumOfYear(counted.filter(({ benefit }) => benefit?.per === per)))
    const unfilled = total.unfilled.filter((id) => byId.get(id)?.benefit?.money === 'law')
    return { year: sum('年'), once: sum('次'), loose, unfilled }
  }

  const numbers = policies.flatMap(({ benefit }) =>
    [...(benefit?.owns.values() ?? [])].map(({ key, range: { low, high } }) => {
      const [from, to] = [(low.n * ONE) / low.d, (high.n * ONE) / high.d]
      return [key, writeDecimal(from + (to - from) / 100n)] as const
    }),
  )
  const filled = (facts: Facts): Facts => ({ ...Object.fromEntries(numbers), ...facts })

  return { takings, filled }
}

function toCandidate({ id, excludes, rate, grants, window, benefit }: PricedPolicy, company: Company) {
  return {
    ...{ id, excludes, grants, benefit },
    money: benefit?.money ?? null,
    rate: rate ?? undefined,
    parts: benefit && partsByYear(benefit, window, company),
    isUnfilled: benefit !== null && isUnfilledFor(benefit, company),
  }
}

function toMoney({ low, high }: Range): Money {
  return { min: yuanOf(low), max: isOpen(high) ? null : yuanOf(high) }
}

function yuanOf({ n, d }: Quantity): number {
  return Number(n / d)
}
