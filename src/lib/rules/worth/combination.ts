/**
 * The best of what can be had together: of policies that exclude one another (不可同时享受) a company takes the set that
 * is worth most, a maximum-weight independent set.
 */
import type { Company } from '../eligibility/company.ts'
import { ONE, type Quantity, readDecimal } from '../eligibility/decimal.ts'
import { type ApplicationWindow, endOf, isBatchOver } from '../time/application-window.ts'
import { add, isOpen, isPoint, larger, minus, NOTHING, plus, type Range, reduce, ZERO } from './range.ts'
import { type CompiledBenefit, rangeOf } from './worth.ts'

/** Years that are looked at: this one and those after it. */
export const YEARS = 5

export interface Offer {
  id: number
  /** 元, from this year on, YEARS of them. Null where the support has no price: qualifications, loans, rights. */
  worth: readonly Range[] | null
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
   * How much more `by` is worth than this one, summed up from this year on: [this year, two years, …], 元. Empty where
   * a worth among them is not known exactly.
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

/**
 * In this year and those after it. A relief that ends gives nothing in the years after, nor does what one applies for
 * anew every year; what is had for some years by one application goes on. After this year's batch all comes a year later.
 */
export function worthByYear(benefit: CompiledBenefit, window: ApplicationWindow, company: Company): Range[] {
  const { per, years = per === '次' ? 1 : YEARS } = benefit
  const thisYear = Number(company.today.slice(0, 4))
  const closes = window.kind === 'dated' ? null : endOf(window)
  const last = closes === null ? YEARS : Number(closes.slice(0, 4)) - thisYear
  const start = isBatchOver(window, company.today) ? 1 : 0
  const end = start > last ? 0 : window.kind !== 'in_force' && benefit.years ? YEARS : last + 1
  const first = rangeOf(benefit, company)
  return Array.from({ length: YEARS }, (_, year) => {
    if (year < start || year >= Math.min(end, start + years)) return NOTHING
    return year === start || !benefit.isDated ? first : rangeOf(benefit, company, year - start)
  })
}

/**
 * Compared by the larger maximum of this year (none is the largest), then its larger minimum, then the same over all
 * YEARS, then more policies, then less tax.
 */
export function bestCombination(offers: readonly Offer[]): Combination {
  const rivals = rivalsOf(offers)
  const webs = websOf(rivals)
  const sums: Worths = new Map([...rivals.keys()].map((place) => [place, allYears(offers[place])]))
  const firsts: Worths = new Map([...rivals.keys()].map((place) => [place, thisYear(offers[place])]))
  const now = choose(offers, rivals, webs, [firsts, sums])
  const all = choose(offers, rivals, webs, [sums, sums])
  const taken = offers.filter((_, place) => !now.left.has(place))
  const isSame = all.left.size === now.left.size && [...all.left].every((place) => now.left.has(place))
  const later = isSame ? null : offers.filter((_, place) => !all.left.has(place))
  return {
    ...sumRanges(taken.map(thisYear)),
    taken: taken.map(({ id }) => id),
    excluded: [...now.left]
      .sort((a, b) => a - b)
      .flatMap((place) => leftOut(place, rivals.get(place) ?? new Set(), offers, now.left)),
    unpriced: taken.filter(({ worth }) => worth === null).map(({ id }) => id),
    later: later && {
      taken: later.map(({ id }) => id),
      ...sumRanges(later.flatMap(({ worth }) => worth ?? [])),
    },
    exact: now.exact && all.exact,
  }
}

/** By place, of those that have rivals: the others need not be weighed. */
type Worths = ReadonlyMap<number, Range>
type Rivals = ReadonlyMap<number, ReadonlySet<number>>

function thisYear(offer: Offer | undefined): Range {
  return offer?.worth?.[0] ?? NOTHING
}

function allYears(offer: Offer | undefined): Range {
  return (offer?.worth ?? []).reduce(add, NOTHING)
}

/** 元, exactly. */
export function sumRanges(ranges: readonly Range[]): Pick<Combination, 'min' | 'max'> {
  const isUnlimited = ranges.some(({ high }) => isOpen(high))
  return {
    min: sumOf(ranges.map(({ low }) => low)),
    max: isUnlimited ? null : sumOf(ranges.map(({ high }) => high)),
  }
}

/** Of thousands: those of one denominator first. */
function sumOf(amounts: readonly Quantity[]): Quantity {
  const byDenominator = new Map<bigint, bigint>()
  for (const { n, d } of amounts) byDenominator.set(d, (byDenominator.get(d) ?? 0n) + n)
  return reduce([...byDenominator].map(([d, n]) => ({ n, d })).reduce(plus, ZERO))
}

function leftOut(
  place: number,
  rivals: ReadonlySet<number>,
  offers: readonly Offer[],
  left: ReadonlySet<number>,
): LeftOut[] {
  const offer = offers[place]
  if (!offer) return []
  const places = [...rivals].filter((rival) => !left.has(rival)).sort((a, b) => a - b)
  const winners = places.flatMap((rival) => offers[rival] ?? [])
  const gains: Quantity[] = []
  let sum = NOTHING
  const isKnown = [offer, ...winners].every(({ worth }) => worth?.every(isPoint))
  for (let year = 0; isKnown && year < YEARS; year++) {
    const own = offer.worth?.[year] ?? NOTHING
    const theirs = winners.map(({ worth }) => worth?.[year] ?? NOTHING).reduce(add, NOTHING)
    sum = add(sum, add(theirs, { low: minus(own.high), high: minus(own.low) }))
    gains.push(reduce(sum.low))
  }
  return [{ id: offer.id, by: winners.map(({ id }) => id), gains }]
}

/** For each offer that has any: the places of those it cannot go with, both ways. */
function rivalsOf(offers: readonly Offer[]): Rivals {
  const places = new Map(offers.map(({ id }, index) => [id, index]))
  const rivals = new Map<number, Set<number>>()
  const exclude = (one: number, other: number) => {
    const known = rivals.get(one)
    if (known) known.add(other)
    else rivals.set(one, new Set([other]))
  }
  for (const [index, { excludes }] of offers.entries()) {
    for (const id of excludes) {
      const other = places.get(id)
      if (other === undefined || other === index) continue
      exclude(index, other)
      exclude(other, index)
    }
  }
  return rivals
}

interface Choice {
  /** Places that are not taken. */
  left: Set<number>
  exact: boolean
}

function choose(
  offers: readonly Offer[],
  rivals: Rivals,
  webs: readonly (readonly number[])[],
  worths: readonly Worths[],
): Choice {
  const left = new Set<number>()
  let exact = true
  for (const web of webs) {
    const weights = weigh(web, offers, worths)
    const best = chooseFrom(web, weights, rivals)
    exact &&= best !== null
    const chosen = new Set(best ?? chooseGreedily(web, weights, rivals))
    for (const place of web) if (!chosen.has(place)) left.add(place)
  }
  return { left, exact }
}

/** One whole number for each, above 0, so that comparing sums of them compares in the order of `bestCombination`. */
function weigh(web: readonly number[], all: readonly Offer[], worths: readonly Worths[]): bigint[] {
  const offers = web.flatMap((place) => all[place] ?? [])
  const ranges = worths.map((each) => web.map((place) => each.get(place) ?? NOTHING))
  const ends = ranges
    .flat()
    .flatMap(({ low, high }) => [low, high])
    .filter((end) => !isOpen(end))
  const d = ends.reduce(
    (common, end) => (common % end.d === 0n ? common : (common * end.d) / divisor(common, end.d)),
    1n,
  )
  const whole = (end: Quantity) => (isOpen(end) ? 0n : (larger(end, ZERO).n * d) / end.d)
  const columns = [
    ...ranges.flatMap((each) => [
      each.map(({ high }) => (isOpen(high) ? 1n : 0n)),
      each.map(({ high }) => whole(high)),
      each.map(({ low }) => whole(low)),
    ]),
    offers.map(() => 1n),
    offers.map(({ rate = 0 }) => 100n * ONE - (readDecimal(rate) ?? 0n)),
  ]
  return columns.reduce(
    (weights, column) => {
      const above = column.reduce((sum, part) => sum + part, 1n)
      return weights.map((weight, place) => weight * above + (column[place] ?? 0n))
    },
    offers.map(() => 0n),
  )
}

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b)
}

/** The connected parts, each as its places. */
function websOf(rivals: Rivals): number[][] {
  const seen = new Set<number>()
  const webs: number[][] = []
  // In the order of the offers: the earlier of two equals is taken.
  for (const start of [...rivals.keys()].sort((a, b) => a - b)) {
    if (seen.has(start)) continue
    const web = [start]
    seen.add(start)
    // The list grows while it is walked.
    for (const place of web) {
      for (const next of rivals.get(place) ?? []) {
        if (!seen.has(next)) web.push(next)
        seen.add(next)
      }
    }
    webs.push(web)
  }
  return webs
}

/** So many offers of one web are looked at, again and again, before it is called too large. */
const WORK_MAX = 50_000

interface Best {
  weight: bigint
  /** As bits. */
  set: bigint
}

/** `own`: the weights of the web. Null where it is too large. */
function chooseFrom(web: readonly number[], own: readonly bigint[], rivals: Rivals): number[] | null {
  const local = new Map(web.map((place, index) => [place, index]))
  const near = web.map((place) =>
    [...(rivals.get(place) ?? [])].reduce((bits, other) => bits | (1n << BigInt(local.get(other) ?? 0)), 0n),
  )
  const placeOfBit = new Map(web.map((_, index) => [1n << BigInt(index), index]))
  const placesOf = (bits: bigint): number[] => {
    const places: number[] = []
    for (let rest = bits; rest !== 0n; rest &= rest - 1n) places.push(placeOfBit.get(rest & -rest) ?? 0)
    return places
  }
  /** The web of the first bit. */
  const connected = (bits: bigint): bigint => {
    let found = bits & -bits
    for (let fresh = found; fresh !== 0n; ) {
      const reached = placesOf(fresh).reduce((all, place) => all | (near[place] ?? 0n), 0n) & bits
      fresh = reached & ~found
      found |= fresh
    }
    return found
  }
  const known = new Map<bigint, Best>()
  let work = 0
  const solve = (left: bigint): Best | null => {
    let all: Best = { weight: 0n, set: 0n }
    for (let rest = left; rest !== 0n; ) {
      const part = connected(rest)
      rest &= ~part
      const best = known.get(part) ?? solvePart(part)
      if (!best) return null
      known.set(part, best)
      all = { weight: all.weight + best.weight, set: all.set | best.set }
    }
    return all
  }
  /** The one with most rivals is tried in and out, so that what remains falls apart quickly. */
  const solvePart = (part: bigint): Best | null => {
    const places = placesOf(part)
    work += places.length
    if (work > WORK_MAX) return null
    let [busiest, most] = [places[0] ?? 0, -1]
    for (const place of places) {
      const rivalsHere = placesOf((near[place] ?? 0n) & part)
      const weight = own[place] ?? 0n
      // Worth more than all that it excludes: taken.
      if (weight >= rivalsHere.reduce((sum, rival) => sum + (own[rival] ?? 0n), 0n)) {
        const rest = solve(part & ~(near[place] ?? 0n) & ~(1n << BigInt(place)))
        return rest && { weight: rest.weight + weight, set: rest.set | (1n << BigInt(place)) }
      }
      if (rivalsHere.length > most) [busiest, most] = [place, rivalsHere.length]
    }
    const bit = 1n << BigInt(busiest)
    const within = solve(part & ~(near[busiest] ?? 0n) & ~bit)
    const without = within && solve(part & ~bit)
    if (!within || !without) return null
    const weight = within.weight + (own[busiest] ?? 0n)
    return weight >= without.weight ? { weight, set: within.set | bit } : without
  }
  const best = solve((1n << BigInt(web.length)) - 1n)
  return best && web.filter((_, index) => (best.set >> BigInt(index)) & 1n)
}

/** Keeps the rules, and may miss the best total. */
function chooseGreedily(web: readonly number[], weights: readonly bigint[], rivals: Rivals): number[] {
  const weightOf = new Map(web.map((place, index) => [place, weights[index] ?? 0n]))
  const byWorth = [...web].sort((a, b) => ((weightOf.get(b) ?? 0n) > (weightOf.get(a) ?? 0n) ? 1 : -1))
  const taken: number[] = []
  for (const place of byWorth) {
    if (!taken.some((other) => rivals.get(place)?.has(other))) taken.push(place)
  }
  return taken
}
