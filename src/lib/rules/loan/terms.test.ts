import { expect, test } from 'vitest'
import { amountOutside, compareLoans, type LoanOffer, monthsOutside } from './terms.ts'

test.each([
  [99_999, false],
  [100_000, true],
  [3_000_000, true],
  [3_000_001, false],
])('%i 元 of 10 to 300 万: %s', (amount, isWithin) => {
  const said = amountOutside(amount, { min: 100_000, max: 3_000_000 })
  if (isWithin) expect(said).toBeUndefined()
  else expect(said).toMatch(/100,?000 至 3,?000,?000 元/)
})

test.each([
  [2, false],
  [3, true],
  [36, true],
  [37, false],
  [3.5, false],
  [Number.NaN, false],
])('%d months of 3 to 36: %s', (months, isWithin) => {
  const said = monthsOutside(months, { min: 3, max: 36 })
  expect(said).toBe(isWithin ? undefined : '请填写 3 至 36 之间的整月数')
})

const offer = (id: number, changed: Partial<LoanOffer> = {}): LoanOffer => ({
  id,
  title: `产品 ${id}`,
  amount: { min: 100_000, max: 3_000_000 },
  rate: { min: 3.6, max: 6 },
  months: { min: 3, max: 36 },
  method: 'bullet',
  ...changed,
})

test("the same sum at each product's rates, cheapest first", () => {
  const offers = [
    offer(1),
    offer(2, { rate: { min: 2.4, max: 4.8 } }),
    offer(3, { method: 'principal' }),
    offer(4, { rate: { min: 2.4, max: 4.8 } }),
  ]
  const compared = compareLoans(offers, 120_000, 12)
  expect(compared.map(({ offer }) => offer.id)).toEqual([3, 2, 4, 1])
  // 120,000 × 3.6 % = 4,320 元 a year; the last month also repays the principal.
  expect(compared[3]).toEqual({
    offer: offers[0],
    status: 'fits',
    least: { interest: 4_320_00, first: 360_00, last: 120_360_00 },
    most: { interest: 7_200_00, first: 600_00, last: 120_600_00 },
  })
})

test.each([
  [99_999, 12, '这个产品的额度是 100,000 至 3,000,000 元'],
  [100_000, 37, '这个产品的期限是 3 至 36 个月'],
  [100_000, 36, undefined],
  [100_000, 3, undefined],
  [100_000, 2, '这个产品的期限是 3 至 36 个月'],
])('what does not lend %i 元 for %i months says why, and comes last', (amount, months, why) => {
  const wide = offer(2, {
    amount: { min: 1, max: 9e9 },
    months: { min: 1, max: 360 },
    rate: { min: 30, max: 30 },
  })
  const compared = compareLoans([offer(1), wide], amount, months)
  const [first, last] = compared
  if (why === undefined) expect(first).toMatchObject({ offer: { id: 1 }, status: 'fits' })
  else {
    expect(first?.offer.id).toBe(2)
    expect(last).toEqual({ offer: offer(1), status: 'outside', why })
  }
})
