import { describe, expect, test } from 'vitest'
import { readCompany } from '../eligibility/company.ts'
import { ONE, readDecimal } from '../eligibility/decimal.ts'
import type { ApplicationWindow } from '../time/application-window.ts'
import { bestCombination, type Offer, partsByYear, YEARS } from './combination.ts'
import { compileRates } from './compile.ts'
import { type Benefit, NO_RATES, type Rates } from './formula.ts'
import { type Range, UPWARDS } from './range.ts'
import { totalOf } from './total.ts'
import { compileBenefit, type Part } from './worth.ts'

const yuan = (amount: number | string) => ({ n: readDecimal(amount) ?? 0n, d: ONE })
const between = (min: number | string, max: number | string): Range => ({ low: yuan(min), high: yuan(max) })
const exactly = (amount: number | string): Range => between(amount, amount)

const paid = (range: Range): Part => ({ rest: range, returns: [], tax: null, alone: range })

/** Paid once, this year. */
const offer = (
  id: number,
  max: number | string,
  excludes: number[] = [],
  min: number | string = 0,
): Offer => ({ id, parts: [paid(between(min, max))], excludes })

const numberOf = (amount: { n: bigint; d: bigint } | null) => amount && Number(amount.n) / Number(amount.d)

function total(offers: readonly Offer[]) {
  const { min, max, taken, excluded, unpriced, exact } = bestCombination(offers)
  const given = excluded.map(({ id, by }) => ({ id, by }))
  return { min: numberOf(min), max: numberOf(max), taken, excluded: given, unpriced, exact }
}

test('adds exactly, to the cent', () => {
  expect(total([offer(1, '0.1', [], '0.1'), offer(2, 0.2, [], 0.2)])).toMatchObject({
    min: 0.3,
    max: 0.3,
    taken: [1, 2],
  })
})

test('of two rivals the larger counts, whichever names the other', () => {
  const expected = { min: 0, max: 500, taken: [2], excluded: [{ id: 1, by: [2] }], exact: true }
  expect(total([offer(1, 300, [2]), offer(2, 500)])).toMatchObject(expected)
  expect(total([offer(1, 300), offer(2, 500, [1])])).toMatchObject(expected)
})

test('one in the middle gives way to two at the ends that are worth more together', () => {
  expect(total([offer(1, 300), offer(2, 500, [1, 3]), offer(3, 300)])).toMatchObject({
    max: 600,
    taken: [1, 3],
    excluded: [{ id: 2, by: [1, 3] }],
  })
})

test('equal maximum: the larger minimum, then more policies', () => {
  expect(total([offer(1, 5, [2]), offer(2, 5, [], 4)]).taken).toEqual([2])
  expect(total([offer(1, 5, [2, 3]), offer(2, 5), { id: 3, parts: null, excludes: [] }])).toMatchObject({
    taken: [2, 3],
    unpriced: [3],
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

test('names that are not among the offers, and its own, mean nothing', () => {
  expect(total([offer(1, 5, [1, 99])]).taken).toEqual([1])
  expect(total([])).toEqual({ min: 0, max: 0, taken: [], excluded: [], unpriced: [], exact: true })
})

test('what has no end is worth most', () => {
  const open: Offer = { id: 1, parts: [paid(UPWARDS)], excludes: [2] }
  expect(total([open, offer(2, 1_000_000)])).toMatchObject({ min: 0, max: null, taken: [1] })
})

const yearly = (id: number, years: number[], excludes: number[] = []): Offer => ({
  id,
  parts: Array.from({ length: YEARS }, (_, year) => paid(exactly(years[year] ?? 0))),
  excludes,
})

describe('where the years differ', () => {
  const [rate, phases] = [yearly(17, [8, 8, 8, 8, 8]), yearly(16, [0, 20, 20, 10, 10], [17])]

  test('what gives way says by how much, year after year', () => {
    const { taken, excluded } = bestCombination([rate, phases])
    expect(taken).toEqual([17])
    expect(excluded).toMatchObject([{ id: 16, by: [17] }])
    expect(excluded[0]?.gains.map(numberOf)).toEqual([8, -4, -16, -18, -20])
  })

  test('the best of all years is told where it is another one', () => {
    const { later } = bestCombination([rate, phases])
    expect(later?.taken).toEqual([16])
    expect(numberOf(later?.max ?? null)).toBe(60)
    expect(bestCombination([rate, yearly(16, [9, 9], [17])]).later?.taken).toEqual([17])
    expect(bestCombination([rate, yearly(16, [7, 7, 7], [17])]).later).toBeNull()
  })

  test('of two that are worth the same this year the one that is worth more in all is taken', () => {
    const short = yearly(2, [8, 8, 8], [17])
    expect(bestCombination([short, rate])).toMatchObject({ taken: [17], later: null })
    expect(bestCombination([rate, short])).toMatchObject({ taken: [17], later: null })
    expect(bestCombination([yearly(2, [9], [17]), rate]).taken).toEqual([2])
  })

  test('nothing is said of what is not known exactly', () => {
    const vague: Offer = { id: 16, parts: Array<Part>(YEARS).fill(paid(between(0, 5))), excludes: [17] }
    expect(bestCombination([rate, vague]).excluded).toEqual([{ id: 16, by: [17], gains: [] }])
  })
})

/** Numbers that look random and are the same in every run. */
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

test('1,000 webs of up to 14: as good as trying every combination, and nothing is lost', () => {
  for (let seed = 1; seed <= 1000; seed++) {
    const dice = makeDice(seed)
    const offers = Array.from({ length: 1 + dice(14) }, (_, id) =>
      offer(
        id,
        dice(40),
        Array.from({ length: dice(4) }, () => dice(14)),
      ),
    )
    const { max, taken, excluded, exact } = total(offers)
    expect([seed, max, exact]).toEqual([seed, bestByTrying(offers), true])
    expect(taken.length + excluded.length).toBe(offers.length)
    expect(excluded.every(({ by }) => by.length > 0)).toBe(true)
    expect(
      offers.some(
        ({ id, excludes }) => taken.includes(id) && excludes.some((o) => o !== id && taken.includes(o)),
      ),
    ).toBe(false)
  }
})

test('what is too much to try keeps the rules, takes the most valuable first, and tells the doubt', () => {
  const dice = makeDice(7)
  const offers = Array.from({ length: 400 }, (_, id) =>
    offer(
      id,
      1 + dice(1000),
      Array.from({ length: 6 }, () => dice(400)),
    ),
  )
  const { taken, exact } = total(offers)
  expect(exact).toBe(false)
  expect(
    offers.some(
      ({ id, excludes }) => taken.includes(id) && excludes.some((o) => o !== id && taken.includes(o)),
    ),
  ).toBe(false)
  const best = offers.reduce((one, other) =>
    (other.parts?.[0]?.alone.high.n ?? 0n) > (one.parts?.[0]?.alone.high.n ?? 0n) ? other : one,
  )
  expect(taken).toContain(best.id)
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

  test('what comes every year, for some years, or once', () => {
    expect(yearsOf({})).toEqual([5, 5, 5, 5, 5])
    expect(yearsOf({ years: 3 })).toEqual([5, 5, 5, 0, 0])
    expect(yearsOf({ per: '次' })).toEqual([5, 0, 0, 0, 0])
  })

  test('what ends gives nothing afterwards; a period for applications ends nothing', () => {
    expect(yearsOf({}, { kind: 'in_force', opens: null, closes: '2027-12-31' })).toEqual([5, 5, 0, 0, 0])
    expect(yearsOf({}, { kind: 'dated', opens: null, closes: '2026-12-31' })).toEqual([5, 5, 5, 5, 5])
  })

  test('what is applied for every year ends with its programme; what one application gives goes on', () => {
    for (const kind of ['rolling', 'batches'] as const) {
      const window = { kind, months: null, closes: '2027-12-31' }
      expect(yearsOf({}, window)).toEqual([5, 5, 0, 0, 0])
      expect(yearsOf({ years: 3 }, window)).toEqual([5, 5, 5, 0, 0])
      expect(yearsOf({ per: '次' }, window)).toEqual([5, 0, 0, 0, 0])
    }
  })

  test('after the batch of this year all comes a year later', () => {
    const over: ApplicationWindow = { kind: 'batches', months: [4, 5] }
    expect(yearsOf({ per: '次' }, over)).toEqual([0, 5, 0, 0, 0])
    expect(yearsOf({ per: '次' }, { kind: 'batches', months: [4, 12] })).toEqual([5, 0, 0, 0, 0])
    expect(yearsOf({ years: 2 }, over)).toEqual([0, 5, 5, 0, 0])
    expect(yearsOf({}, { kind: 'batches', months: null, over: 2026 })).toEqual([0, 5, 5, 5, 5])
    expect(yearsOf({}, { kind: 'batches', months: null, over: 2025 })).toEqual([5, 5, 5, 5, 5])
    expect(yearsOf({}, { ...over, closes: '2027-12-31' })).toEqual([0, 5, 0, 0, 0])
    // No batch comes before the end.
    expect(yearsOf({ per: '次' }, { ...over, closes: '2026-12-31' })).toEqual([0, 0, 0, 0, 0])
  })

  test('a later value of a rate counts from its year on', () => {
    const rates: Rates = {
      rates: [
        {
          name: '标准',
          values: [
            { from: '2020-01-01', value: '5元', source: { name: '通知' } },
            { from: '2028-01-01', value: '7元', source: { name: '通知' } },
          ],
        },
      ],
      formulas: [],
    }
    const benefit: Benefit = {
      money: 'law',
      per: '年',
      steps: [{ name: '金额', is: { rate: '标准' } }],
    }
    const years = partsByYear(
      compileBenefit(benefit, null, compileRates(rates)),
      { kind: 'rolling' },
      readCompany({}, '2026-11-21'),
    )
    expect(years.map(({ alone }) => numberOf(alone.low))).toEqual([5, 5, 7, 7, 7])
  })
})

test('of a tax that is used up another choice brings no less', () => {
  const gainsWith = (other: number) => {
    const tax = { name: '五项税费', due: exactly(100) }
    const take = (id: number, amount: number, excludes: number[] = []) => ({
      ...{ id, excludes, grants: null, isUnfilled: false, money: 'law' as const },
      parts: Array<Part>(YEARS).fill({ ...paid(exactly(amount)), tax }),
    })
    const { excluded, together, min, max } = totalOf([take(1, 100, [2]), take(2, 80), take(3, other)], {})
    expect([numberOf(min), numberOf(max)]).toEqual([100, 100])
    expect(together.map(({ name, ids }) => [name, ids])).toEqual(other > 0 ? [['五项税费', [1, 3]]] : [])
    return excluded.flatMap(({ gains }) => gains.map(numberOf))
  }
  expect(gainsWith(0)).toEqual([20, 40, 60, 80, 100])
  expect(gainsWith(20)).toEqual([0, 0, 0, 0, 0])
})
