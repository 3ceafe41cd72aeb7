/**
 * What the policies that a company meets are worth together. Policies that exclude one another (不可同时享受) count
 * once: the combination with the largest maximum is taken.
 */
import { readDecimal, writeDecimal } from './decimal.ts'
import { bestCombination, type Worth } from './exclusives.ts'

export interface Offer {
  id: number
  /** 元, plain decimals. Null where the support is no sum of money (qualifications, rates, rights). */
  amount: { min: string | number; max: string | number } | null
  /** Ids that cannot be enjoyed together with this one; it is enough that one side says so. */
  excludes: readonly number[]
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

function worthOf({ amount }: Offer): Worth {
  return { max: readAmount(amount?.max), min: readAmount(amount?.min), count: 1n }
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
