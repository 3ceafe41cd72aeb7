/**
 * The money of the road. It rests on what is known and follows from the law alone: what an authority has still to choose
 * counts for nothing. Nor does what hangs on a number that nobody has given, which is told by the piece (招用 1 人做满 12
 * 个月, 1 万元).
 */
import type { AskKey } from '../eligibility/asks.ts'
import { type Company, readCompany } from '../eligibility/company.ts'
import { ONE, type Quantity, readDecimal, writeDecimal } from '../eligibility/decimal.ts'
import type { Facts } from '../eligibility/facts.ts'
import type { ApplicationWindow } from '../time/application-window.ts'
import { partsByYear, sumOfYear } from '../worth/combination.ts'
import type { Benefit, OwnNumber } from '../worth/formula.ts'
import { isOpen, isPoint, isSameRange, minus, plus, type Range } from '../worth/range.ts'
import { type Candidate, totalOf } from '../worth/total.ts'
import { type CompiledBenefit, isUnfilled, isUnfilledFor, worthOf } from '../worth/worth.ts'

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

/** What one piece more of the number that a policy hangs on brings. */
export interface Piece {
  /** Page id. */
  id: number
  key: AskKey
  count: number
  unit: OwnNumber['unit']
  per: '年' | '次'
  money: Money
  /** Numbers that are enough for this one piece, and may be a limit to more. */
  within: readonly AskKey[]
}

export interface Prices {
  /** What the best combination of these policies, all 符合, is worth; 可贷 counts for nothing. */
  takings: (met: readonly number[], company: Company) => Takings
  /** Of what hangs on a number that nobody has given; null where nothing does, or not in proportion. */
  piece: (id: number, company: Company) => Piece | null
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

  function piece(id: number, company: Company): Piece | null {
    const benefit = byId.get(id)?.benefit
    return benefit?.money === 'law' ? pieceOf(id, benefit, company) : null
  }

  const owns = policies.flatMap(({ benefit }) => [...(benefit?.owns.values() ?? [])])
  const numbers = owns.map(({ key, range: { low, high } }) => {
    const [from, to] = [(low.n * ONE) / low.d, (high.n * ONE) / high.d]
    return [key, writeDecimal(from + (to - from) / 100n)] as const
  })
  const filled = (facts: Facts): Facts => ({ ...Object.fromEntries(numbers), ...facts })

  return { takings, piece, filled }
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

/** Pieces that people count in: a year of one person, 1 万元. A year is no quantity. */
const COUNTS: Partial<Record<OwnNumber['unit'], number>> = { 元: 10_000, 人: 1, 件: 1, 月: 12, 天: 30 }

function pieceOf(id: number, compiled: CompiledBenefit, company: Company): Piece | null {
  const own = compiled.owns.get(compiled.benefit.main ?? '')
  const count = own && COUNTS[own.unit]
  if (!own || count === undefined || !isUnfilled(worthOf(compiled, company))) return null
  const { facts, today } = company
  const others = [...compiled.owns.values()].filter(
    ({ key }) => key !== own.key && readDecimal(facts[key]) === undefined,
  )
  /** What the piece adds while the other numbers are at this share of the way from their least to their most. */
  const gainAt = (share: bigint): Range | null => {
    const rest = others.map(({ key, range: { low, high } }) => {
      const value = (low.n * ONE) / low.d + (((high.n * ONE) / high.d - (low.n * ONE) / low.d) * share) / 2n
      return [key, writeDecimal(value)]
    })
    const worthWith = (main: number) => {
      const answers = { ...facts, ...Object.fromEntries(rest), [own.key]: String(main) }
      return worthOf(compiled, readCompany(answers, today))
    }
    const [none, one] = [worthWith(0), worthWith(count)]
    if (none.missing.length + one.missing.length > 0 || none.max === null || one.max === null) return null
    return { low: plus(one.min, minus(none.min)), high: plus(one.max, minus(none.max)) }
  }
  const [least, half, most] = [gainAt(0n), gainAt(1n), gainAt(2n)]
  // What another number multiplies says nothing by the piece; what one only limits does.
  if (!least || !half || !most || !isSameRange(half, most) || most.high.n <= 0n) return null
  const within = isSameRange(least, most) ? [] : others.map(({ key }) => key)
  return { id, key: own.key, count, unit: own.unit, per: compiled.per, money: toMoney(most), within }
}

function toMoney({ low, high }: Range): Money {
  return { min: yuanOf(low), max: isOpen(high) ? null : yuanOf(high) }
}

function yuanOf({ n, d }: Quantity): number {
  return Number(n / d)
}
