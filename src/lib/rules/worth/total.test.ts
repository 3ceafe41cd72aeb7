import { describe, expect, test } from 'vitest'
import type { MoneyKind } from './formula.ts'
import { NOTHING, point, type Range } from './range.ts'
import { type Candidate, totalOf } from './total.ts'
import { leadOf } from './working.ts'
import type { Part } from './worth.ts'

const yuan = (amount: number) => ({ n: BigInt(amount), d: 1n })
const upTo = (amount: number): Range => ({ low: NOTHING.low, high: yuan(amount) })

const paid = (range: Range): Part => ({ rest: range, returns: [], tax: null, alone: range })

const candidate = (id: number, money: MoneyKind, worth: Range, more: Partial<Candidate> = {}): Candidate => ({
  ...{ id, money, excludes: [], grants: null, isUnfilled: false },
  parts: [paid(worth)],
  ...more,
})

describe('what an authority still decides', () => {
  const law = candidate(1, 'law', point(yuan(100)))

  test('is beside the sum and never in it, even as an exact amount', () => {
    const total = totalOf(
      [law, candidate(2, 'contested', upTo(500)), candidate(3, 'contested', point(yuan(20)))],
      {},
    )
    expect(total).toMatchObject({ min: yuan(100), max: yuan(100), most: yuan(100) })
    expect(total).toMatchObject({ counted: [1], taken: [1], contested: [2, 3] })
  })

  test('counts once per project, with the highest amount', () => {
    const total = totalOf(
      [
        candidate(2, 'contested', upTo(400), { excludes: [3, 4] }),
        candidate(3, 'contested', upTo(300), { excludes: [2, 4] }),
        candidate(4, 'contested', upTo(500)),
      ],
      {},
    )
    expect(total).toMatchObject({ min: yuan(0), max: yuan(0), counted: [], contested: [4] })
    expect(total.excluded).toEqual([
      { id: 2, by: [4], gain: null },
      { id: 3, by: [4], gain: null },
    ])
  })

  test('excludes nothing that counts, and is excluded by nothing that counts', () => {
    const total = totalOf([law, candidate(2, 'contested', upTo(500), { excludes: [1] })], {})
    expect(total).toMatchObject({ max: yuan(100), counted: [1], contested: [2], excluded: [] })
  })

  test('waits for its number like everything else', () => {
    const waiting = candidate(2, 'contested', upTo(500), { isUnfilled: true, excludes: [3] })
    const total = totalOf([waiting, candidate(3, 'contested', upTo(10))], {})
    expect(total).toMatchObject({ contested: [3], unfilled: [2], excluded: [] })
  })
})

test("another party's money has no price and waits for nothing", () => {
  const owed = candidate(8, 'others', upTo(900))
  const credit = candidate(50, 'others', point(yuan(1_000)), { isUnfilled: true })
  expect(totalOf([owed, credit], {})).toMatchObject({
    ...{ min: yuan(0), max: yuan(0), counted: [], contested: [], unfilled: [] },
    unpriced: [8, 50],
  })
})

test('a sum outside every total has its reason in front', () => {
  expect(leadOf('law', false)).toBe('')
  expect(leadOf('law', true)).toBe('取得资质后 ')
  expect(leadOf('contested', true)).toBe('可争取 ')
  expect(leadOf('others', false)).toBe('别人的钱 ')
})
