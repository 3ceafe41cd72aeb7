/**
 * 今年可得: which of the policies that a company can have count as money this year, and why the others do not. Only what
 * follows from the law alone counts: what an authority has still to choose stands beside the sum, never in it. One rule
 * for the result, the account and the road map.
 */
import { type Company, readCompany } from '../eligibility/company.ts'
import { compareQuantities, type Quantity } from '../eligibility/decimal.ts'
import type { Facts } from '../eligibility/facts.ts'
import { CERTIFICATE_KEYS, type Certificate } from '../eligibility/options.ts'
import { bestCombination, type Combination, type Offer, sumRanges } from './combination.ts'
import type { MoneyKind } from './formula.ts'
import {
  isOpen,
  larger,
  leastOf,
  minus,
  mostOf,
  NOTHING,
  plus,
  point,
  type Range,
  UPWARDS,
  ZERO,
} from './range.ts'
import type { Tax } from './worth.ts'

export interface Candidate extends Offer {
  /** Null where it has no price. */
  money: MoneyKind | null
  /** The certificate that one gets by it. */
  grants: Certificate | null
  /** A number of the company's is missing on which all of it rests. */
  isUnfilled: boolean
  /** What it takes from, where it is a tax. */
  tax: Tax | null
}

/** The best combination of what has a price now or none at all. */
export interface Total extends Combination {
  /** Of those taken, what has a price: their sum are `min` and `max`, as far as there is tax enough. */
  counted: number[]
  /** The sum, in which what has no upper end counts with what it is at least. */
  most: Quantity
  /** Taxes that are used up: what takes from one takes no more together than there is. */
  usedUp: Tax[]
  /** Worth something that nobody can tell before the company fills in a number; in the way of nothing until then. */
  unfilled: number[]
  /**
   * 可争取: money if an authority decides so; never in the sum. Of those that exclude one another the one that is
   * worth most; the others are `excluded`.
   */
  contested: number[]
  /** Worth something once the certificate is there that one gets by them; in the way of nothing until then. */
  uncertified: number[]
}

/** What a policy grants and is worth comes with the certificate: not before somebody said that it is held. */
export function awaitsCertificate(grants: Certificate | null | undefined, facts: Facts): boolean {
  return grants != null && !facts.certificates?.includes(grants)
}

/**
 * Somebody else's money has no price here. What is contested is chosen apart, and is in the way of nothing that counts.
 * @param candidates what the company is eligible for, and can still be had
 */
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
    excluded: [...total.excluded, ...chosen.excluded.map((left) => ({ ...left, gains: [] }))],
    unfilled: [...total.unfilled, ...contested.filter(({ isUnfilled }) => isUnfilled).map(({ id }) => id)],
  }
}

function withoutPrice(candidate: Candidate): Candidate {
  return { ...candidate, money: null, worth: null, isUnfilled: false, tax: null }
}

function lawTotalOf(candidates: readonly Candidate[], facts: Facts): Omit<Total, 'contested'> {
  const isUncertified = ({ grants, worth }: Candidate) => worth !== null && awaitsCertificate(grants, facts)
  const uncertified = candidates.filter(isUncertified)
  const others = candidates.filter((candidate) => !isUncertified(candidate))
  const total = bestCombination(others.filter(({ isUnfilled }) => !isUnfilled))
  const unpriced = new Set(total.unpriced)
  const counted = total.taken.filter((id) => !unpriced.has(id))
  const byId = new Map(others.map((candidate) => [candidate.id, candidate]))
  const sum = sumWithinTaxes(counted.flatMap((id) => byId.get(id) ?? []))
  const isUsedUp = (id: number) => sum.usedUp.some(({ name }) => name === byId.get(id)?.tax?.name)
  return {
    ...total,
    ...sum,
    // Of a tax that is used up, another choice would take no more: what one is worth alone says nothing of both.
    excluded: total.excluded.map((left) =>
      [left.id, ...left.by].some(isUsedUp) ? { ...left, gains: [] } : left,
    ),
    counted,
    unfilled: others.filter(({ isUnfilled }) => isUnfilled).map(({ id }) => id),
    uncertified: uncertified.map(({ id }) => id),
  }
}

/** The sum of this year, in which what takes from one tax takes no more together than there is. */
export function sumWithinTaxes(
  counted: readonly Pick<Candidate, 'worth' | 'tax'>[],
): Pick<Total, 'min' | 'max' | 'most' | 'usedUp'> {
  const parts: Range[] = []
  const taxes = new Map<string, { due: Range; worths: Range[] }>()
  for (const { worth, tax } of counted) {
    const range = worth?.[0] ?? NOTHING
    const known = tax && taxes.get(tax.name)
    if (!tax) parts.push(range)
    else if (!known) taxes.set(tax.name, { due: tax.due, worths: [range] })
    else {
      // Who says more of it knows of more: one that has been deducted from already is larger before.
      known.due = mostOf(known.due, tax.due)
      known.worths.push(range)
    }
  }
  const usedUp: Tax[] = []
  for (const [name, { due, worths }] of taxes) {
    const sum = sumExactly(worths)
    const within = worths.length > 1 ? leastOf(sum, due) : sum
    parts.push(within)
    if (compareQuantities(within.high, sum.high) < 0) usedUp.push({ name, due })
  }
  const most = sumRanges(parts.map(({ low, high }) => point(isOpen(high) ? low : high))).min
  return { ...sumRanges(parts), most, usedUp }
}

function sumExactly(ranges: readonly Range[]): Range {
  const { min, max } = sumRanges(ranges)
  return { low: min, high: max ?? UPWARDS.high }
}

/** What the facts could turn out to be at best: where nobody asked for certificates, all may be there. */
export function withPossibleCertificates(facts: Facts): Facts {
  return facts.certificates ? facts : { ...facts, certificates: CERTIFICATE_KEYS }
}

/** The company with no other certificates than those it has named, and with `more`. */
export function certified({ facts, today }: Company, ...more: Certificate[]): Company {
  return readCompany({ ...facts, certificates: [...(facts.certificates ?? []), ...more] }, today)
}

/** How much more one total is than another, never less than nothing. */
export function gainBetween(before: Combination, after: Combination): Range {
  const low = larger(plus(after.min, minus(before.min)), ZERO)
  if (!before.max || !after.max) return { low, high: UPWARDS.high }
  return { low, high: larger(plus(after.max, minus(before.max)), low) }
}

export function isGain({ high }: Range): boolean {
  return isOpen(high) || high.n > 0n
}
