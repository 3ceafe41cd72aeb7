import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountFigure, formatBytes, formatNumber, moneyFigure } from './format-number.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [12345.6, '12,345.6'],
  [1_234_567.891, '1,234,567.89'],
])('%d is written %s', (value, text) => {
  expect(formatNumber(value)).toBe(text)
})

describe('money', () => {
  test.each([
    [0, '0 元'],
    [3000, '3,000 元'],
    [9999, '9,999 元'],
    [10_000, '1 万元'],
    [500_000, '50 万元'],
    [99_990_000, '9,999 万元'],
    [99_999_999, '1 亿元'],
    [100_000_000, '1 亿元'],
    [120_000_000, '1.2 亿元'],
    [9999.999, '1 万元'],
  ])('%d 元 reads %s', (yuan, text) => {
    const { number, unit } = moneyFigure(yuan)
    expect(`${number} ${unit}`).toBe(text)
  })

  test('a figure never needs five digits below 亿元', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (yuan) => {
        expect(moneyFigure(yuan).number.replace(/[,.].*$/, '').length).toBeLessThanOrEqual(4)
      }),
    )
  })
})

describe('amounts', () => {
  test.each([
    [{ max: 500_000, unit: '元' }, '50 万元'],
    [{ min: 500_000, max: 500_000, unit: '元' }, '50 万元'],
    [{ min: 5000, max: 500_000, unit: '元' }, '0.5–50 万元'],
    [{ min: 0, max: 3000, unit: '元' }, '0–3,000 元'],
    [{ min: 50_000_000, max: 200_000_000, unit: '元' }, '0.5–2 亿元'],
    [{ max: 15, unit: '%' }, '15 %'],
    [{ min: 2, max: 5.5, unit: '%' }, '2–5.5 %'],
  ] as const)('%j reads %s', (amount, text) => {
    const { number, unit } = amountFigure(amount)
    expect(`${number} ${unit}`).toBe(text)
  })
})

describe('bytes', () => {
  test.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1024 ** 2 - 1, '1 MB'],
    [1024 ** 2, '1 MB'],
    [10_240_000, '9.8 MB'],
    [1024 ** 3, '1 GB'],
    [5 * 1024 ** 4, '5,120 GB'],
  ])('%d reads %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
})
