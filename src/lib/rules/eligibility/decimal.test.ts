import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  compareQuantities,
  ONE,
  readDecimal,
  readThreshold,
  roundDown,
  roundUp,
  writeDecimal,
} from './decimal.ts'

test.each([
  ['5000万', '50000000'],
  ['1.5亿元', '150000000'],
  ['300 万元', '3000000'],
  [0.1, '0.1'],
  ['12.5000', '12.5'],
  ['-0.25', '-0.25'],
])('the threshold %j is %s', (text, plain) => {
  expect(writeDecimal(readThreshold(text) ?? -1n)).toBe(plain)
})

test.each([
  '',
  '万',
  '5千',
  '1,000',
  '1e3',
  '.5',
  '5.',
  '1.00001',
  ' 5',
  '5万万',
  Number.NaN,
  1e21,
  null,
  true,
])('%j is no number', (text) => {
  expect(readThreshold(text)).toBeUndefined()
})

test.each([
  [-1n, 3n, '-0.34', '-0.33'],
  [-1n, 2n, '-0.5', '-0.5'],
  [0n, 3n, '0', '0'],
  [1n, 3n, '0.33', '0.34'],
  [12_345n, ONE, '1.2345', '1.2345'],
])('%d/%d lies between %s and %s', (n, d, down, up) => {
  expect([roundDown({ n, d }), roundUp({ n, d })].map(writeDecimal)).toEqual([down, up])
})

test('a written decimal is read back', () => {
  const amounts = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n })
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(readDecimal(writeDecimal(amount))).toBe(amount)
    }),
  )
})

test('rounding stays within a hundredth, on its own side', () => {
  const sizes = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
  const divisors = fc.bigInt({ min: 1n, max: 10n ** 9n })
  fc.assert(
    fc.property(sizes, divisors, (n, d) => {
      const [down, up] = [roundDown({ n, d }), roundUp({ n, d })]
      expect(compareQuantities({ n: down, d: ONE }, { n, d })).toBeLessThanOrEqual(0)
      expect(compareQuantities({ n: up, d: ONE }, { n, d })).toBeGreaterThanOrEqual(0)
      expect(up - down <= ONE / 100n).toBe(true)
    }),
  )
})
