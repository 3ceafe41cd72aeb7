import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXACT_LIMIT, type Offer, totalSupport } from './support.ts'

const offer = (
  id: number,
  max: number | string,
  excludes: number[] = [],
  min: number | string = 0,
): Offer => ({
  id,
  amount: { min, max },
  excludes,
})

test('adds exactly, to the cent', () => {
  expect(totalSupport([offer(1, '0.1', [], '0.1'), offer(2, 0.2, [], 0.2)])).toMatchObject({
    min: '0.3',
    max: '0.3',
    taken: [1, 2],
  })
})

test('of two rivals the larger counts, whichever names the other', () => {
  const expected = { min: '0', max: '500', taken: [2], excluded: [{ id: 1, by: [2] }], exact: true }
  expect(totalSupport([offer(1, 300, [2]), offer(2, 500)])).toMatchObject(expected)
  expect(totalSupport([offer(1, 300), offer(2, 500, [1])])).toMatchObject(expected)
})

test('one in the middle gives way to two at the ends that are worth more together', () => {
  expect(totalSupport([offer(1, 300), offer(2, 500, [1, 3]), offer(3, 300)])).toMatchObject({
    max: '600',
    taken: [1, 3],
    excluded: [{ id: 2, by: [1, 3] }],
  })
})

test('equal maximum: the larger minimum, then more policies', () => {
  expect(totalSupport([offer(1, 5, [2]), offer(2, 5, [], 4)]).taken).toEqual([2])
  expect(
    totalSupport([offer(1, 5, [2, 3]), offer(2, 5), { id: 3, amount: null, excludes: [] }]),
  ).toMatchObject({
    taken: [2, 3],
    unpriced: [3],
  })
})

test('of two without a sum the one with less tax counts', () => {
  const rated = (id: number, rate: number | undefined) => ({ id, amount: null, excludes: [1, 2, 3], rate })
  expect(totalSupport([rated(1, 15), rated(2, 5), rated(3, 12.5)])).toMatchObject({
    taken: [2],
    excluded: [
      { id: 1, by: [2] },
      { id: 3, by: [2] },
    ],
  })
})

test('an offer gives way to its own rivals only', () => {
  const offers = [offer(1, 300, [2]), offer(2, 500), offer(3, 700)]
  expect(totalSupport(offers)).toMatchObject({ taken: [2, 3], excluded: [{ id: 1, by: [2] }] })
})

test('names that are not among the offers, and its own, mean nothing', () => {
  expect(totalSupport([offer(1, 5, [1, 99])]).taken).toEqual([1])
  expect(totalSupport([])).toEqual({ min: '0', max: '0', taken: [], excluded: [], unpriced: [], exact: true })
})

test('an amount that is none is a fault of the caller', () => {
  expect(() => totalSupport([offer(1, 'many')])).toThrow('not an amount: many')
})

const webs = fc.array(fc.record({ max: fc.nat(20), excludes: fc.array(fc.nat(9), { maxLength: 3 }) }), {
  maxLength: 10,
})

function bestByTrying(offers: Offer[]): number {
  let best = 0
  for (let set = 0; set < 1 << offers.length; set++) {
    const chosen = offers.filter((_, index) => (set >> index) & 1)
    const clash = chosen.some(({ id, excludes }) =>
      chosen.some((o) => o.id !== id && excludes.includes(o.id)),
    )
    const total = chosen.reduce((sum, { amount }) => sum + Number(amount?.max), 0)
    if (!clash) best = Math.max(best, total)
  }
  return best
}

test('small webs: as good as trying every combination, and nothing is lost', () => {
  fc.assert(
    fc.property(webs, (web) => {
      const offers = web.map(({ max, excludes }, id) => offer(id, max, excludes))
      const total = totalSupport(offers)
      expect(Number(total.max)).toBe(bestByTrying(offers))
      expect(total.taken.length + total.excluded.length).toBe(offers.length)
      expect(total.excluded.every(({ by }) => by.length > 0)).toBe(true)
    }),
  )
})

describe('large webs', () => {
  const size = EXACT_LIMIT + 1

  test('a ring at the limit is still exact', () => {
    const ring = Array.from({ length: EXACT_LIMIT }, (_, id) => offer(id, 1, [(id + 1) % EXACT_LIMIT]))
    expect(totalSupport(ring)).toMatchObject({ max: String(EXACT_LIMIT / 2), exact: true })
  })

  test('above it the rules are kept and the doubt is told', () => {
    const chain = Array.from({ length: size }, (_, id) => offer(id, 1 + (id % 3), [id + 1]))
    const { taken, exact } = totalSupport(chain)
    expect(exact).toBe(false)
    expect(taken.some((id) => taken.includes(id + 1))).toBe(false)
  })

  test('above it the most valuable come first, and what is left beside them', () => {
    const chain = Array.from({ length: size }, (_, id) => offer(id, 1 + (id % 3), [id + 1]))
    const third = chain.map(({ id }) => id).filter((id) => id % 3 === 2)
    expect(totalSupport(chain)).toMatchObject({ taken: [0, ...third], max: String(1 + 3 * third.length) })
  })
})
