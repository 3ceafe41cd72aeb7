/**
 * The best of what can be had together: of policies that exclude one another (不可同时享受) a company takes those that are
 * worth most, with 企业所得税 and other taxes reckoned for all of them at once.
 */
import type { Company } from '../eligibility/company.ts'
import { compareQuantities, type Quantity } from '../eligibility/decimal.ts'
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
  plus,
  type Range,
  reduce,
  subtract,
  ZERO,
} from './range.ts'
import { type CompiledBenefit, type Part, partOf } from './worth.ts'

/** Years that are looked at: this one and those after it. */
export const YEARS = 5

export interface Offer {
  id: number
  /** From this year on, YEARS of them. Null where the support has no price: qualifications, loans, rights. */
  parts: readonly Part[] | null
  /** Ids that cannot be enjoyed together with this one; it is enough that one side says so. */
  excludes: readonly number[]
  /** The rate of tax that is left, in percent: the lower counts where the worth is the same. */
  rate?: number | undefined
}

export interface LeftOut {
  id: number
  /** The taken ones that it gives way to. */
  by: number[]
  /**
   * How much more all is worth with `by` than with this one, summed up from this year on: [this year, two years, …], 元.
   * Empty where that is not known exactly.
   */
  gains: readonly Quantity[]
}

export interface Combination {
  /** 元, this year: what comes every year, and what comes once. */
  min: Quantity
  /** Null: nothing says yet how much it is at most. */
  max: Quantity | null
  taken: number[]
  excluded: LeftOut[]
  /** Among the taken, those that have no price. */
  unpriced: number[]
  /** What is worth most over all YEARS together, where that is another choice. */
  later: { taken: number[]; min: Quantity; max: Quantity | null } | null
  /** False where there was too much to try, so that a larger total may exist. */
  exact: boolean
}

const NO_PART: Part = { rest: NOTHING, returns: [], tax: null, alone: NOTHING }

/**
 * In this year and those after it. A relief that ends gives nothing in the years after, nor does what one applies for
 * anew every year; what is had for some years by one application goes on. After this year's batch all comes a year later.
 */
export function partsByYear(benefit: CompiledBenefit, window: ApplicationWindow, company: Company): Part[] {
  const { per, years = per === '次' ? 1 : YEARS } = benefit
  const thisYear = Number(company.today.slice(0, 4))
  const closes = window.kind === 'dated' ? null : endOf(window)
  const last = closes === null ? YEARS : Number(closes.slice(0, 4)) - thisYear
  const start = isBatchOver(window, company.today) ? 1 : 0
  const end = start > last ? 0 : window.kind !== 'in_force' && benefit.years ? YEARS : last + 1
  return Array.from({ length: YEARS }, (_, year) => {
    if (year < start || year >= Math.min(end, start + years)) return NO_PART
    return partOf(benefit, company, year - start)
  })
}

export const INCOME_TAX = '企业所得税'

/** What several policies bring of one tax in a year. */
export interface Together {
  /** Of the tax. */
  name: string
  ids: readonly number[]
  /** What the tax falls by when all of them are taken. */
  sum: Range
  /** The worths of each alone, added. */
  alone: Range
}

/** What they take from taxes in a year, tax by tax. */
export function taxesOf(offers: readonly Pick<Offer, 'id' | 'parts'>[], year = 0): Together[] {
  const byTax = new Map<string, { id: number; part: Part }[]>()
  for (const { id, parts } of offers) {
    const part = parts?.[year] ?? NO_PART
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

/** The one return of 企业所得税 into which all of them go; null where none does. */
export function returnOf(parts: readonly Part[]): { position: Position; entries: Entry[] } | null {
  const returns = parts.flatMap((part) => part.returns)
  const [first, ...others] = returns.map(({ position }) => position)
  if (!first) return null
  // Conditions of each say how much the income may be.
  const told = others.reduce((all, { told: next }) => overlap(all, next) ?? all, first.told)
  return { position: { ...first, told }, entries: returns.map(({ entry }) => entry) }
}

/** Of a tax with a known amount due no more can be taken than that. */
function withinDue(taking: readonly { part: Part }[]): Range {
  // Who says more of it knows of more.
  const due = taking.map(({ part }) => part.tax?.due ?? NOTHING).reduce(mostOf, NOTHING)
  return leastOf(sumOf(taking.map(({ part }) => part.rest)), due)
}

/** 元 in a year, when all of them are taken. */
export function sumOfYear(offers: readonly Pick<Offer, 'id' | 'parts'>[], year = 0): Range {
  return sumOf(summandsOf(offers, year))
}

/** What they bring besides taxes one by one, then each tax. */
export function summandsOf(offers: readonly Pick<Offer, 'id' | 'parts'>[], year = 0): Range[] {
  const others = offers.flatMap(({ parts }) => {
    const part = parts?.[year]
    return part && !part.tax ? [part.rest] : []
  })
  return [...others, ...taxesOf(offers, year).map(({ sum }) => sum)]
}

function sumOf(ranges: readonly Range[]): Range {
  const { low, high } = ranges.reduce((all, { low, high }) => add(all, { low, high }), NOTHING)
  return { low: reduce(low), high: isOpen(high) ? high : reduce(high) }
}

/** 元, exactly. */
export function sumRanges(ranges: readonly Range[]): Pick<Combination, 'min' | 'max'> {
  return toEnds(sumOf(ranges))
}

function toEnds({ low, high }: Range): Pick<Combination, 'min' | 'max'> {
  return { min: low, max: isOpen(high) ? null : high }
}

/**
 * Compared by the larger maximum of this year (none is the largest), then its larger minimum, then the same of what each is
 * worth alone, then over all YEARS, then more policies, then less tax.
 */
export function bestCombination(offers: readonly Offer[]): Combination {
  const rivals = rivalsOf(offers)
  const now = choose(offers, rivals, ({ first, alone, all }) => [first, alone, all])
  const all = choose(offers, rivals, ({ first, alone, all }) => [all, first, alone])
  const ids = (chosen: readonly Offer[]) => chosen.map(({ id }) => id)
  const isSame = ids(all.taken).join() === ids(now.taken).join()
  return {
    ...toEnds(sumOfYear(now.taken)),
    taken: ids(now.taken),
    excluded: offers
      .filter((offer) => !now.taken.includes(offer))
      .map((offer) => leftOut(offer, now.taken, rivals)),
    unpriced: ids(now.taken.filter(({ parts }) => parts === null)),
    later: isSame ? null : { taken: ids(all.taken), ...toEnds(sumOfAllYears(all.taken)) },
    exact: now.exact && all.exact,
  }
}

const EVERY_YEAR = Array.from({ length: YEARS }, (_, year) => year)

function sumOfAllYears(offers: readonly Offer[]): Range {
  return sumOf(EVERY_YEAR.map((year) => sumOfYear(offers, year)))
}

/** For each offer those it cannot go with, both ways. */
type Rivals = ReadonlyMap<Offer, ReadonlySet<Offer>>

function rivalsOf(offers: readonly Offer[]): Rivals {
  const byId = new Map(offers.map((offer) => [offer.id, offer]))
  const rivals = new Map<Offer, Set<Offer>>(offers.map((offer) => [offer, new Set()]))
  for (const offer of offers) {
    for (const other of offer.excludes.flatMap((id) => byId.get(id) ?? [])) {
      if (other === offer) continue
      rivals.get(offer)?.add(other)
      rivals.get(other)?.add(offer)
    }
  }
  return rivals
}

function leftOut(offer: Offer, taken: readonly Offer[], rivals: Rivals): LeftOut {
  const winners = taken.filter((other) => rivals.get(offer)?.has(other))
  const instead = [...taken.filter((other) => !winners.includes(other)), offer]
  const gains: Quantity[] = []
  let sum = ZERO
  for (const year of EVERY_YEAR) {
    const gain = subtract(sumOfYear(taken, year), sumOfYear(instead, year))
    if (!isPoint(gain) || isOpen(gain.low))
      return { id: offer.id, by: winners.map(({ id }) => id), gains: [] }
    sum = reduce(plus(sum, gain.low))
    gains.push(sum)
  }
  return { id: offer.id, by: winners.map(({ id }) => id), gains }
}

interface Value {
  /** This year. */
  first: Range
  /** This year, each by itself. */
  alone: Range
  /** All YEARS. */
  all: Range
}

interface Choice {
  /** In the order of the offers. */
  taken: Offer[]
  exact: boolean
}

/** `order`: by which sums, the first that differs. */
function choose(offers: readonly Offer[], rivals: Rivals, order: (value: Value) => Range[]): Choice {
  const free = offers.filter((offer) => rivals.get(offer)?.size === 0)
  const chosen = new Set(free)
  let exact = true
  for (const group of groupsOf(offers, rivals)) {
    // Only what touches the same tax changes what the others are worth.
    const besides = group.some(takesIncomeTax) ? [...chosen].filter(takesIncomeTax) : []
    const ranked = (set: readonly Offer[]) => {
      const all = [...besides, ...set]
      const alone = sumOf(set.map(({ parts }) => parts?.[0]?.alone ?? NOTHING))
      return { set, sums: order({ first: sumOfYear(all), alone, all: sumOfAllYears(all) }) }
    }
    const sets = setsWithoutRivals([...group].sort(byWorth), rivals)
    exact &&= sets.length < SETS_MOST
    const best = sets.map(ranked).reduce((one, other) => (isBetter(other, one) ? other : one))
    for (const offer of best.set) chosen.add(offer)
  }
  return { taken: offers.filter((offer) => chosen.has(offer)), exact }
}

function takesIncomeTax({ parts }: Offer): boolean {
  return parts?.some(({ returns }) => returns.length > 0) ?? false
}

/** Offers that are connected by exclusions, in their order. */
function groupsOf(offers: readonly Offer[], rivals: Rivals): Offer[][] {
  const seen = new Set<Offer>()
  return offers.flatMap((start) => {
    const group = new Set(seen.has(start) || rivals.get(start)?.size === 0 ? [] : [start])
    // The set grows while it is walked.
    for (const offer of group) {
      seen.add(offer)
      for (const rival of rivals.get(offer) ?? []) group.add(rival)
    }
    return group.size > 0 ? [offers.filter((offer) => group.has(offer))] : []
  })
}

/** More of them are not tried. The largest group of the library has nine policies, of which most exclude all others. */
const SETS_MOST = 1000

/** Every set to which no other of the group can be added; those of the first ones, where there are too many. */
function setsWithoutRivals(group: readonly Offer[], rivals: Rivals): Offer[][] {
  const sets: Offer[][] = []
  const extend = (taken: readonly Offer[], open: readonly Offer[], left: readonly Offer[]) => {
    if (sets.length >= SETS_MOST) return
    const [offer, ...others] = open
    if (!offer) {
      const isFull = left.every((each) => taken.some((other) => rivals.get(each)?.has(other)))
      if (isFull) sets.push([...taken])
      return
    }
    const isRival = (other: Offer) => rivals.get(offer)?.has(other) ?? false
    extend(
      [...taken, offer],
      others.filter((other) => !isRival(other)),
      left,
    )
    // Left out only for one that is in its way.
    if (others.some(isRival)) extend(taken, others, [...left, offer])
  }
  extend([], group, [])
  return sets
}

/** The most valuable first, so that of too many sets good ones are tried. */
function byWorth(one: Offer, other: Offer): number {
  const [worth, others] = [one, other].map(({ parts }) => parts?.[0]?.alone ?? NOTHING)
  return compareSums(others ?? NOTHING, worth ?? NOTHING)
}

interface Ranked {
  set: readonly Offer[]
  sums: readonly Range[]
}

function isBetter(one: Ranked, other: Ranked): boolean {
  for (const [place, sum] of one.sums.entries()) {
    const order = compareSums(sum, other.sums[place] ?? NOTHING)
    if (order !== 0) return order > 0
  }
  if (one.set.length !== other.set.length) return one.set.length > other.set.length
  const taxLeft = ({ set }: Ranked) => set.reduce((all, { rate = 0 }) => all + rate, 0)
  return taxLeft(one) < taxLeft(other)
}

function compareSums(one: Range, other: Range): number {
  return compareQuantities(one.high, other.high) || compareQuantities(one.low, other.low)
}
