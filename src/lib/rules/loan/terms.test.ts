import { expect, test } from 'vitest'
import { amountOutside, monthsOutside } from './terms.ts'

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
