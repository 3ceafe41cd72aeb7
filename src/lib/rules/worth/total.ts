/** 今年可得: which eligible policies count as money this year. Only money granted by law counts. */
import { type Company, readCompany } from '../eligibility/company.ts'
import type { Quantity } from '../eligibility/decimal.ts'
import type { Facts } from '../eligibility/facts.ts'
import type { Certificate } from '../eligibility/options.ts'
import type { ApplicationWindow } from '../time/application-window.ts'
import {
  bestCombination,
  type Combination,
  type Offer,
  partsByYear,
  summandsOf,
  sumRanges,
  type Together,
  taxesOf,
} from './combination.ts'
import type { MoneyKind } from './formula.ts'
import { isOpen, isSameRange, larger, minus, plus, point, type Range, UPWARDS, ZERO } from './range.ts'
import { type CompiledBenefit, isUnfilledFor } from './worth.ts'

export interface Candidate extends Offer {
  money: MoneyKind | null
  grants: Certificate | null
  /** All of it depends on a missing number of the company. */
  isUnfilled: boolean
}

/** The best combination of policies with a price now, or with none at all. */
export interface Total extends Combination {
  counted: number[]
  /** The sum, with the minimum of policies without an upper end. */
  most: Quantity
  /** Taxes that several reduce: the common reduction is not the sum of the separate ones. */
  together: Together[]
  /** Worth an unknown amount until the company fills in a number; excludes nothing until then. */
  unfilled: number[]
  /** 可争取: paid if an authority approves; never in the sum. Of rivals the most valuable one. */
  contested: number[]
  /** Worth something once the company holds the certificate; excludes nothing until then. */
  uncertified: number[]
}

export interface PricedPolicy {
  id: number
  excludes?: readonly number[] | undefined
  grants?: Certificate | null | undefined
  rate?: number | null | undefined
  window: ApplicationWindow
  benefit: CompiledBenefit | null
}

export function candidateOf(policy: PricedPolicy, company: Company): Candidate {
  const { id, excludes = [], grants = null, rate, window, benefit } = policy
  return {
    ...{ id, excludes, grants, rate: rate ?? undefined, money: benefit?.money ?? null },
    parts: benefit && partsByYear(benefit, window, company),
    isUnfilled: benefit !== null && isUnfilledFor(benefit, company),
  }
}

/** Returns whether the worth of a policy waits for its certificate, which the company has not confirmed to hold. */
export function awaitsCertificate(grants: Certificate | null | undefined, facts: Facts): boolean {
  return grants != null && !facts.certificates?.includes(grants)
}

/** Another party's money has no price; contested money is selected separately. */
export function totalOf(candidates: readonly Candidate[], facts: Facts): Total {
  const own = candidates.map((each) => (each.money === 'others' ? withoutPrice(each) : each))
  const total = lawTotalOf(
    own.filter(({ money }) => money !== 'contested'),
    facts,
  )
  const contested = own.filter(({ money }) => money === 'contested')
  const chosen = bestCombination(contested.filter(({ isUnfilled }) => !isUnfilled))
  return {
    ...total,
    contested: chosen.taken,
    excluded: [...total.excluded, ...chosen.excluded.map((left) => ({ ...left, gain: null }))],
    unfilled: [...total.unfilled, ...contested.filter(({ isUnfilled }) => isUnfilled).map(({ id }) => id)],
  }
}

function withoutPrice(candidate: Candidate): Candidate {
  return { ...candidate, money: null, parts: null, isUnfilled: false }
}

function lawTotalOf(candidates: readonly Candidate[], facts: Facts): Omit<Total, 'contested'> {
  const isUncertified = ({ grants, parts }: Candidate) => parts !== null && awaitsCertificate(grants, facts)
  const uncertified = candidates.filter(isUncertified)
  const others = candidates.filter((candidate) => !isUncertified(candidate))
  const total = bestCombination(others.filter(({ isUnfilled }) => !isUnfilled))
  const taken = new Set(total.taken)
  const counted = others.filter(({ id, parts }) => taken.has(id) && parts !== null)
  return {
    ...total,
    counted: counted.map(({ id }) => id),
    most: sumRanges(summandsOf(counted).map(({ low, high }) => point(isOpen(high) ? low : high))).min,
    together: taxesOf(counted).filter(({ ids, sum, alone }) => ids.length > 1 && !isSameRange(sum, alone)),
    unfilled: others.filter(({ isUnfilled }) => isUnfilled).map(({ id }) => id),
    uncertified: uncertified.map(({ id }) => id),
  }
}

export function certified({ facts, today }: Company, ...more: Certificate[]): Company {
  return readCompany({ ...facts, certificates: [...(facts.certificates ?? []), ...more] }, today)
}

export function gainBetween(before: Combination, after: Combination): Range {
  const low = larger(plus(after.min, minus(before.min)), ZERO)
  if (!before.max || !after.max) return { low, high: UPWARDS.high }
  return { low, high: larger(plus(after.max, minus(before.max)), low) }
}

export function isGain({ high }: Range): boolean {
  return isOpen(high) || high.n > 0n
}
