import { describe, expect, test } from 'vitest'
import { readCompany } from '../eligibility/company.ts'
import { ONE, readDecimal } from '../eligibility/decimal.ts'
import type { ApplicationWindow } from '../time/application-window.ts'
import { bestCombination, type Offer, partsByYear } from './combination.ts'
import { compileRates } from './compile.ts'
import { type Benefit, NO_RATES } from './formula.ts'
import { type Range, UPWARDS } from './range.ts'
import { totalOf } from './total.ts'
import { compileBenefit, type Part } from './worth.ts'

const yuan = (amount: number | string) => ({ n: readDecimal(amount) ?? 0n, d: ONE })
const between = (min: number | string, max: number | string): Range => ({ low: yuan(min), high: yuan(max) })
const exactly = (amount: number | string): Range => between(amount, amount)

const paid = (range: Range): Part => ({ rest: range, returns: [], tax: null, alone: range })

/** A payment made once, this year. */
const offer = (
  id: number,
  max: number | string,
  excludes: number[] = [],
  min: number | string = 0,
): Offer => ({ id, parts: [paid(between(min, max))], excludes })

const numberOf = (amount: { n: bigint; d: bigint } | null) => amount && Number(amount.n) / Number(amount.d)

function total(offers: readonly Offer[]) {
  const { min, max, taken, excluded, unpriced } = bestCombination(offers)
  const given = excluded.map(({ id, by }) => ({ id, by }))
  return { min: numberOf(min), max: numberOf(max), taken, excluded: given, unpriced }
}

test('adds exactly, to the cent', () => {
  expect(total([offer(1, '0.1', [], '0.1'), offer(2, 0.2, [], 0.2)])).toMatchObject({
    min: 0.3,
    max: 0.3,
    taken: [1, 2],
  })
})

test('of two rivals the larger counts, whichever side declares the exclusion', () => {
  const expected = { min: 0, max: 500, taken: [2], excluded: [{ id: 1, by: [2] }] }
  expect(total([offer(1, 300, [2]), offer(2, 500)])).toMatchObject(expected)
  expect(total([offer(1, 300), offer(2, 500, [1])])).toMatchObject(expected)
})

test('one in the middle loses to two at the ends that together are worth more', () => {
  expect(total([offer(1, 300), offer(2, 500, [1, 3]), offer(3, 300)])).toMatchObject({
    max: 600,
    taken: [1, 3],
    excluded: [{ id: 2, by: [1, 3] }],
  })
})

test('of two without a sum the one with less tax counts', () => {
  const rated = (id: number, rate: number | undefined) => ({ id, parts: null, excludes: [1, 2, 3], rate })
  expect(total([rated(1, 15), rated(2, 5), rated(3, 12.5)])).toMatchObject({
    taken: [2],
    excluded: [
      { id: 1, by: [2] },
      { id: 3, by: [2] },
    ],
  })
})

test('an offer gives way to its own rivals only', () => {
  const offers = [offer(1, 300, [2]), offer(2, 500), offer(3, 700)]
  expect(total(offers)).toMatchObject({ taken: [2, 3], excluded: [{ id: 1, by: [2] }] })
})

test('what has no end is worth most', () => {
  const open: Offer = { id: 1, parts: [paid(UPWARDS)], excludes: [2] }
  expect(total([open, offer(2, 1_000_000)])).toMatchObject({ min: 0, max: null, taken: [1] })
})

describe('excluded offers', () => {
  const sure = (id: number, amount: number, excludes: number[] = []) => offer(id, amount, excludes, amount)

  test('have the difference in money', () => {
    const { taken, excluded } = bestCombination([sure(17, 8), sure(16, 5, [17])])
    expect(taken).toEqual([17])
    expect(excluded).toMatchObject([{ id: 16, by: [17] }])
    expect(numberOf(excluded[0]?.gain ?? null)).toBe(3)
  })
})

/** Pseudo-random numbers, the same in every run. */
function makeDice(seed: number): (sides: number) => number {
  let state = seed * 2_654_435_761
  return (sides) => {
    state = (state * 48_271 + 1) % 2_147_483_647
    return state % sides
  }
}

function bestByTrying(offers: readonly Offer[]): number {
  let best = 0
  for (let set = 0; set < 1 << offers.length; set++) {
    const chosen = offers.filter((_, index) => (set >> index) & 1)
    const clash = chosen.some(({ id, excludes }) =>
      chosen.some((o) => o.id !== id && excludes.includes(o.id)),
    )
    if (clash) continue
    const sum = chosen.reduce((all, { parts }) => all + (numberOf(parts?.[0]?.alone.high ?? null) ?? 0), 0)
    best = Math.max(best, sum)
  }
  return best
}

test('1,000 groups of up to 14 rivals: equal to trying every combination, and no offer is lost', () => {
  for (let seed = 1; seed <= 1000; seed++) {
    const dice = makeDice(seed)
    const offers = Array.from({ length: 1 + dice(14) }, (_, id) =>
      offer(
        id,
        dice(40),
        Array.from({ length: dice(4) }, () => dice(14)),
      ),
    )
    const { max, taken, excluded } = total(offers)
    expect([seed, max]).toEqual([seed, bestByTrying(offers)])
    expect(taken.length + excluded.length).toBe(offers.length)
    expect(excluded.every(({ by }) => by.length > 0)).toBe(true)
    expect(
      offers.some(
        ({ id, excludes }) => taken.includes(id) && excludes.some((o) => o !== id && taken.includes(o)),
      ),
    ).toBe(false)
  }
})

describe('the years of one policy', () => {
  const yearsOf = (benefit: Partial<Benefit>, window: ApplicationWindow = { kind: 'rolling' }) =>
    partsByYear(
      compileBenefit(
        { money: 'law', per: '年', steps: [{ name: '金额', is: '5元' }], ...benefit },
        null,
        compileRates(NO_RATES),
      ),
      window,
      readCompany({}, '2026-11-21'),
    ).map(({ alone }) => numberOf(alone.high))

  test('a payment counts this year; the end of its application window changes nothing', () => {
    expect(yearsOf({})).toEqual([5])
    expect(yearsOf({ per: '次' })).toEqual([5])
    expect(yearsOf({}, { kind: 'in_force', opens: null, closes: '2026-12-31' })).toEqual([5])
    expect(yearsOf({}, { kind: 'in_force', opens: null, closes: '2025-12-31' })).toEqual([0])
    expect(yearsOf({}, { kind: 'dated', opens: null, closes: '2025-12-31' })).toEqual([5])
  })
})

test('another choice of a tax that is used up brings no less', () => {
  const gainsWith = (other: number) => {
    const tax = { name: '五项税费', due: exactly(100) }
    const take = (id: number, amount: number, excludes: number[] = []) => ({
      ...{ id, excludes, grants: null, isUnfilled: false, money: 'law' as const },
      parts: [{ ...paid(exactly(amount)), tax }],
    })
    const { excluded, together, min, max } = totalOf([take(1, 100, [2]), take(2, 80), take(3, other)], {})
    expect([numberOf(min), numberOf(max)]).toEqual([100, 100])
    expect(together.map(({ name, ids }) => [name, ids])).toEqual(other > 0 ? [['五项税费', [1, 3]]] : [])
    return excluded.map(({ gain }) => numberOf(gain))
  }
  expect(gainsWith(0)).toEqual([20])
  expect(gainsWith(20)).toEqual([0])
})
