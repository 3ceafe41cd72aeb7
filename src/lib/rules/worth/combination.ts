/**
 * The best of what can be had together: of policies that exclude one another (不可同时享受) a company takes those that are
 * worth most, with 企业所得税 and other taxes reckoned for all of them at once.
 */
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
  /** Of this year, and of the next where this year's batch is over. Null without a price: qualifications, loans, rights. */
  parts: readonly Part[] | null
  /** Ids that cannot be enjoyed together with this one; it is enough that one side says so. */
  excludes: readonly number[]
  /** The rate of tax that is left, in percent: the lower counts where the worth is the same. */
  rate?: number | undefined
  /** The certificate that one gets by it. */
  grants?: Certificate | null
}

export interface LeftOut {
  id: number
  /** The taken ones that it gives way to. */
  by: number[]
  /** How much more all is worth with `by` than with this one, 元; null where that is not known exactly. */
  gain: Quantity | null
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
}

const NO_PART: Part = { rest: NOTHING, returns: [], tax: null, alone: NOTHING }

/** Of this year; where its batch is over nothing, and what comes in the next, unless the programme ends before. */
export function partsByYear(benefit: CompiledBenefit, window: ApplicationWindow, company: Company): Part[] {
  const isOver = isBatchOver(window, company.today)
  const year = Number(company.today.slice(0, 4)) + (isOver ? 1 : 0)
  const closes = window.kind === 'dated' ? null : endOf(window)
  const hasEnded = closes !== null && Number(closes.slice(0, 4)) < year
  const part = hasEnded ? NO_PART : partOf(benefit, company)
  return isOver ? [NO_PART, part] : [part]
}

export const INCOME_TAX = '企业所得税'

/** What several policies bring of one tax this year. */
export interface Together {
  /** Of the tax. */
  name: string
  ids: readonly number[]
  /** What the tax falls by when all of them are taken. */
  sum: Range
  /** The worths of each alone, added. */
  alone: Range
}

/** What they take from taxes this year, tax by tax. */
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

/** 元 this year, when all of them are taken. */
function sumOfYear(offers: readonly Pick<Offer, 'id' | 'parts'>[]): Range {
  return sumOf(summandsOf(offers))
}

/** What they bring besides taxes one by one, then each tax. */
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

/** 元, exactly. */
export function sumRanges(ranges: readonly Range[]): Pick<Combination, 'min' | 'max'> {
  return toEnds(sumOf(ranges))
}

function toEnds({ low, high }: Range): Pick<Combination, 'min' | 'max'> {
  return { min: low, max: isOpen(high) ? null : high }
}

/**
 * What excludes nothing, and of each group of those that exclude one another the best set that can be had together.
 * Compared by the larger maximum of this year (none is the largest), then its larger minimum, then the same of what each is
 * worth alone, then more policies, then less tax, then fewer certificates, which one can lose.
 */
export function bestCombination(offers: readonly Offer[]): Combination {
  const rivalling = offers.filter((offer) => offers.some((other) => areRivals(offer, other)))
  const chosen = new Set(offers.filter((offer) => !rivalling.includes(offer)))
  for (const group of groupsOf(rivalling)) {
    // Only what touches the same tax changes what the others are worth.
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

/** Offers that are connected by exclusions, in their order. */
function groupsOf(offers: readonly Offer[]): Offer[][] {
  const seen = new Set<Offer>()
  return offers.flatMap((start) => {
    if (seen.has(start)) return []
    const group = new Set([start])
    // The set grows while it is walked.
    for (const offer of group) {
      seen.add(offer)
      for (const other of offers) if (areRivals(offer, other)) group.add(other)
    }
    return [offers.filter((offer) => group.has(offer))]
  })
}

/** Every set without rivals to which no other of the group can be added. */
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
