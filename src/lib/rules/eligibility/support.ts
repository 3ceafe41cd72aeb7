/**
 * What the policies that a company meets are worth together. Policies that exclude one another (不可同时享受) count
 * once: the combination with the largest maximum is taken.
 */
import { readDecimal, writeDecimal } from './decimal.ts'

/**
 * The most valuable set of offers of which no two are rivals (a maximum-weight independent set). Each web of rivals is
 * solved alone: exactly up to EXACT_LIMIT offers; above that the most valuable offer is taken first, which keeps the
 * rules but may miss the best total.
 */

/** Compared in this order: the larger maximum, then the larger minimum, then more policies, then less tax. */
interface Worth {
  max: bigint
  min: bigint
  count: bigint
  /** The rates of tax that are left, added and below zero: more is less tax. */
  relief: bigint
}

export const EXACT_LIMIT = 30

const PARTS = ['max', 'min', 'count', 'relief'] as const

/** `rivals[i]` holds the places that cannot go with place i, both ways. */
function bestCombination(
  worths: readonly Worth[],
  rivals: readonly ReadonlySet<number>[],
): { chosen: Set<number>; exact: boolean } {
  const chosen = new Set<number>()
  let exact = true
  for (const web of websOf(rivals)) {
    const isSmall = web.length <= EXACT_LIMIT
    exact &&= isSmall
    const best = isSmall ? chooseExactly(web, worths, rivals) : chooseGreedily(web, worths, rivals)
    for (const place of best) chosen.add(place)
  }
  return { chosen, exact }
}

/** The connected parts, each as its places. */
function websOf(rivals: readonly ReadonlySet<number>[]): number[][] {
  const seen = new Set<number>()
  const webs: number[][] = []
  for (const start of rivals.keys()) {
    if (seen.has(start)) continue
    const web = [start]
    seen.add(start)
    // The list grows while it is walked.
    for (const place of web) {
      for (const next of rivals[place] ?? []) {
        if (!seen.has(next)) web.push(next)
        seen.add(next)
      }
    }
    webs.push(web)
  }
  return webs
}

type Choose = (
  places: readonly number[],
  worths: readonly Worth[],
  rivals: readonly ReadonlySet<number>[],
) => number[]

/** Tries the place with most rivals both in and out, so that what remains falls apart quickly. */
const chooseExactly: Choose = (places, worths, rivals) => {
  const rivalsWithin = (place: number) => places.filter((other) => rivals[place]?.has(other)).length
  const [busiest, count] = places
    .map((place) => [place, rivalsWithin(place)] as const)
    .reduce((best, next) => (next[1] > best[1] ? next : best), [-1, 0])
  if (count === 0) return [...places]
  const others = places.filter((place) => place !== busiest)
  const without = chooseExactly(others, worths, rivals)
  const compatible = others.filter((place) => !rivals[busiest]?.has(place))
  const within = [busiest, ...chooseExactly(compatible, worths, rivals)]
  return compareWorth(total(within, worths), total(without, worths)) >= 0 ? within : without
}

const chooseGreedily: Choose = (places, worths, rivals) => {
  const byWorth = [...places].sort((a, b) => compareWorth(total([b], worths), total([a], worths)))
  const taken: number[] = []
  for (const place of byWorth) {
    if (!taken.some((other) => rivals[place]?.has(other))) taken.push(place)
  }
  return taken
}

function total(places: readonly number[], worths: readonly Worth[]): Worth {
  const sum: Worth = { max: 0n, min: 0n, count: 0n, relief: 0n }
  for (const place of places) {
    const worth = worths[place]
    if (!worth) continue
    for (const part of PARTS) sum[part] += worth[part]
  }
  return sum
}

function compareWorth(left: Worth, right: Worth): number {
  for (const part of PARTS) {
    if (left[part] !== right[part]) return left[part] > right[part] ? 1 : -1
  }
  return 0
}

export interface Offer {
  id: number
  /** 元, plain decimals. Null where the support is no sum of money (qualifications, rates, rights). */
  amount: { min: string | number; max: string | number } | null
  /** Ids that cannot be enjoyed together with this one; it is enough that one side says so. */
  excludes: readonly number[]
  /** The rate of tax that is left, in percent. */
  rate?: number | undefined
}

export interface SupportTotal {
  /** 元, decimals as text, of the offers in `taken`. */
  min: string
  max: string
  /** The combination that the total speaks of. */
  taken: number[]
  /** What gives way, and to which taken offers. */
  excluded: { id: number; by: number[] }[]
  /** Among the taken, those without a sum of money. */
  unpriced: number[]
  /** False where a web of exclusions was too large to try everything, so that a larger total may exist. */
  exact: boolean
}

/** `offers` are the met ones. Throws TypeError for an amount that is no plain decimal. */
export function totalSupport(offers: readonly Offer[]): SupportTotal {
  const rivals = rivalsOf(offers)
  const { chosen, exact } = bestCombination(offers.map(worthOf), rivals)
  const taken = offers.filter((_, index) => chosen.has(index))
  const excluded = offers.flatMap(({ id }, index) =>
    chosen.has(index) ? [] : [{ id, by: idsOf(offers, rivals[index], chosen) }],
  )
  return {
    min: sumOf(taken, 'min'),
    max: sumOf(taken, 'max'),
    taken: taken.map(({ id }) => id),
    excluded,
    unpriced: taken.filter(({ amount }) => amount === null).map(({ id }) => id),
    exact,
  }
}

/** For each offer the places of those it cannot go with, both ways. */
function rivalsOf(offers: readonly Offer[]): ReadonlySet<number>[] {
  const places = new Map(offers.map(({ id }, index) => [id, index]))
  const rivals = offers.map(() => new Set<number>())
  for (const [index, { excludes }] of offers.entries()) {
    for (const id of excludes) {
      const other = places.get(id)
      if (other === undefined || other === index) continue
      rivals[index]?.add(other)
      rivals[other]?.add(index)
    }
  }
  return rivals
}

function worthOf({ amount, rate }: Offer): Worth {
  return {
    max: readAmount(amount?.max),
    min: readAmount(amount?.min),
    count: 1n,
    relief: -readAmount(rate),
  }
}

function sumOf(offers: readonly Offer[], end: 'min' | 'max'): string {
  return writeDecimal(offers.reduce((sum, { amount }) => sum + readAmount(amount?.[end]), 0n))
}

function readAmount(amount: string | number | undefined): bigint {
  const yuan = amount === undefined ? 0n : readDecimal(amount)
  if (yuan === undefined) throw new TypeError(`not an amount: ${amount}`)
  return yuan
}

function idsOf(
  offers: readonly Offer[],
  rivals: ReadonlySet<number> = new Set(),
  chosen: ReadonlySet<number>,
) {
  return offers.filter((_, index) => rivals.has(index) && chosen.has(index)).map(({ id }) => id)
}
