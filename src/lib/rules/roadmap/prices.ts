/**
 * The money of the road: known and granted by law. Contested money does not count, nor does money that depends on a
 * missing number.
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

/** Whole 元, so that sums and differences are exact; `max` null: no known upper end. */
export interface Money {
  min: number
  max: number | null
}

export interface Takings {
  /** Yearly worth of the best combination. */
  year: Money
  /** One-off payments. */
  once: Money
  /** The summands that depend in part on a missing number. */
  loose: readonly (Money & { id: number })[]
  /** Page ids excluded from the sums, because they depend entirely on a missing number. */
  unfilled: readonly number[]
}

export interface Prices {
  /** Worth of the best combination of these 符合 policies; 可贷 does not count. */
  takings: (met: readonly number[], company: Company) => Takings
  /** Fills each missing number with a hundredth of its maximum, to show the direction of such sums. */
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
