/** The most valuable compatible policies (不可同时享受), with each tax calculated for all of them together. */
import type { Company } from '../eligibility/company.ts'
import { compareQuantities, type Quantity } from '../eligibility/decimal.ts'
import type { Certificate } from '../eligibility/options.ts'
import { type ApplicationWindow, endOf, isBatchOver } from '../time/application-window.ts'
import { type Entry, type Position, savingOf } from './income-tax.ts'
import {
  add,
  isOpen,
  isPoint,
  leastOf,
  mostOf,
  NOTHING,
  overlap,
  type Range,
  reduce,
  subtract,
} from './range.ts'
import { type CompiledBenefit, type Part, partOf } from './worth.ts'

export interface Offer {
  id: number
  /** This year, and next year if this year's batch is over. Null without a price: qualifications, loans, rights. */
  parts: readonly Part[] | null
  /** Incompatible ids; one side's declaration is enough. */
  excludes: readonly number[]
  /** The remaining tax rate in percent: at equal worth the lower one wins. */
  rate?: number | undefined
  grants?: Certificate | null
}

export interface LeftOut {
  id: number
  by: number[]
  /** Gain of the total by selecting `by` instead, 元; null if not known exactly. */
  gain: Quantity | null
}

export interface Combination {
  /** 元 this year, yearly and one-off. */
  min: Quantity
  max: Quantity | null
  taken: number[]
  excluded: LeftOut[]
  unpriced: number[]
}

const NO_PART: Part = { rest: NOTHING, returns: [], tax: null, alone: NOTHING }

/** After this year's batch, returns nothing and next year's part, unless the programme ends before. */
export function partsByYear(benefit: CompiledBenefit, window: ApplicationWindow, company: Company): Part[] {
  const isOver = isBatchOver(window, company.today)
  const year = Number(company.today.slice(0, 4)) + (isOver ? 1 : 0)
  const closes = window.kind === 'dated' ? null : endOf(window)
  const hasEnded = closes !== null && Number(closes.slice(0, 4)) < year
  const part = hasEnded ? NO_PART : partOf(benefit, company)
  return isOver ? [NO_PART, part] : [part]
}

export const INCOME_TAX = '企业所得税'

/** Several policies' combined relief of one tax this year. */
export interface Together {
  name: string
  ids: readonly number[]
  sum: Range
  alone: Range
}

export function taxesOf(offers: readonly Pick<Offer, 'id' | 'parts'>[]): Together[] {
  const byTax = new Map<string, { id: number; part: Part }[]>()
  for (const { id, parts } of offers) {
    const part = parts?.[0] ?? NO_PART
    const name = part.returns.length > 0 ? INCOME_TAX : part.tax?.name
    if (name !== undefined) byTax.set(name, [...(byTax.get(name) ?? []), { id, part }])
  }
  return [...byTax].map(([name, taking]) => ({
    name,
    ids: taking.map(({ id }) => id),
    sum: name === INCOME_TAX ? incomeTaxSaved(taking.map(({ part }) => part)) : withinDue(taking),
    alone: sumOf(taking.map(({ part }) => subtract(part.alone, name === INCOME_TAX ? part.rest : NOTHING))),
  }))
}

function incomeTaxSaved(parts: readonly Part[]): Range {
  const filed = returnOf(parts)
  return filed ? savingOf(filed.position, filed.entries, true) : NOTHING
}

/** Returns the common return of 企业所得税; null if no part concerns it. */
export function returnOf(parts: readonly Part[]): { position: Position; entries: Entry[] } | null {
  const returns = parts.flatMap((part) => part.returns)
  const [first, ...others] = returns.map(({ position }) => position)
  if (!first) return null
  // Each policy's conditions bound the income.
  const told = others.reduce((all, { told: next }) => overlap(all, next) ?? all, first.told)
  return { position: { ...first, told }, entries: returns.map(({ entry }) => entry) }
}

/** A tax with a known amount due cannot be reduced by more. */
function withinDue(taking: readonly { part: Part }[]): Range {
  // The larger amount due is the better informed one.
  const due = taking.map(({ part }) => part.tax?.due ?? NOTHING).reduce(mostOf, NOTHING)
  return leastOf(sumOf(taking.map(({ part }) => part.rest)), due)
}

function sumOfYear(offers: readonly Pick<Offer, 'id' | 'parts'>[]): Range {
  return sumOf(summandsOf(offers))
}

/** Returns the amounts outside taxes one by one, then one per tax. */
export function summandsOf(offers: readonly Pick<Offer, 'id' | 'parts'>[]): Range[] {
  const others = offers.flatMap(({ parts }) => {
    const part = parts?.[0]
    return part && !part.tax ? [part.rest] : []
  })
  return [...others, ...taxesOf(offers).map(({ sum }) => sum)]
}

function sumOf(ranges: readonly Range[]): Range {
  const { low, high } = ranges.reduce((all, { low, high }) => add(all, { low, high }), NOTHING)
  return { low: reduce(low), high: isOpen(high) ? high : reduce(high) }
}

export function sumRanges(ranges: readonly Range[]): Pick<Combination, 'min' | 'max'> {
  return toEnds(sumOf(ranges))
}

function toEnds({ low, high }: Range): Pick<Combination, 'min' | 'max'> {
  return { min: low, max: isOpen(high) ? null : high }
}

/**
 * Returns all offers without rivals, and from each group of rivals the best compatible set. Compares by the larger
 * maximum of this year (no upper end is the largest), the larger minimum, the same for the separate worths, more
 * policies, less tax, and fewer certificates, which a company can lose.
 */
export function bestCombination(offers: readonly Offer[]): Combination {
  const rivalling = offers.filter((offer) => offers.some((other) => areRivals(offer, other)))
  const chosen = new Set(offers.filter((offer) => !rivalling.includes(offer)))
  for (const group of groupsOf(rivalling)) {
    // Only offers for the same tax change each other's worth.
    const besides = group.some(takesIncomeTax) ? [...chosen].filter(takesIncomeTax) : []
    const ranked = setsOf(group).map((set) => ({
      set,
      sums: [sumOfYear([...besides, ...set]), sumOf(set.map(({ parts }) => parts?.[0]?.alone ?? NOTHING))],
    }))
    for (const offer of ranked.reduce((one, other) => (isBetter(other, one) ? other : one)).set)
      chosen.add(offer)
  }
  const taken = offers.filter((offer) => chosen.has(offer))
  return {
    ...toEnds(sumOfYear(taken)),
    taken: idsOf(taken),
    excluded: offers.filter((offer) => !chosen.has(offer)).map((offer) => leftOut(offer, taken)),
    unpriced: idsOf(taken.filter(({ parts }) => parts === null)),
  }
}

function idsOf(offers: readonly Offer[]): number[] {
  return offers.map(({ id }) => id)
}

function areRivals(one: Offer, other: Offer): boolean {
  return one.id !== other.id && (one.excludes.includes(other.id) || other.excludes.includes(one.id))
}

function leftOut(offer: Offer, taken: readonly Offer[]): LeftOut {
  const winners = taken.filter((other) => areRivals(offer, other))
  const instead = [...taken.filter((other) => !winners.includes(other)), offer]
  const gain = subtract(sumOfYear(taken), sumOfYear(instead))
  return { id: offer.id, by: idsOf(winners), gain: isPoint(gain) ? reduce(gain.low) : null }
}

function takesIncomeTax({ parts }: Offer): boolean {
  return parts?.some(({ returns }) => returns.length > 0) ?? false
}

function groupsOf(offers: readonly Offer[]): Offer[][] {
  const seen = new Set<Offer>()
  return offers.flatMap((start) => {
    if (seen.has(start)) return []
    const group = new Set([start])
    // The loop appends to the set that it iterates.
    for (const offer of group) {
      seen.add(offer)
      for (const other of offers) if (areRivals(offer, other)) group.add(other)
    }
    return [offers.filter((offer) => group.has(offer))]
  })
}

function setsOf(group: readonly Offer[]): Offer[][] {
  const isFull = (set: readonly Offer[]) =>
    group.every((offer) => set.some((other) => other === offer || areRivals(offer, other)))
  return setsWithoutRivals(group).filter(isFull)
}

function setsWithoutRivals([offer, ...others]: readonly Offer[]): Offer[][] {
  if (!offer) return [[]]
  const friends = others.filter((other) => !areRivals(offer, other))
  const withIt = setsWithoutRivals(friends).map((set) => [offer, ...set])
  return friends.length === others.length ? withIt : [...withIt, ...setsWithoutRivals(others)]
}

interface Ranked {
  set: readonly Offer[]
  sums: readonly Range[]
}

function isBetter(one: Ranked, other: Ranked): boolean {
  for (const [place, sum] of one.sums.entries()) {
    const than = other.sums[place] ?? NOTHING
    const order = compareQuantities(sum.high, than.high) || compareQuantities(sum.low, than.low)
    if (order !== 0) return order > 0
  }
  if (one.set.length !== other.set.length) return one.set.length > other.set.length
  const taxLeft = ({ set }: Ranked) => set.reduce((all, { rate = 0 }) => all + rate, 0)
  const certificates = ({ set }: Ranked) => set.filter(({ grants }) => grants != null).length
  return (taxLeft(one) - taxLeft(other) || certificates(one) - certificates(other)) < 0
}
