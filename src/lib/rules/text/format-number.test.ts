import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountFigure,
  formatBytes,
  formatCents,
  formatNumber,
  grantFigure,
  moneyFigure,
  worthFigure,
} from './format-number.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [12345.6, '12,345.6'],
  [1_234_567.891, '1,234,567.89'],
])('%d is written %s', (value, text) => {
  expect(formatNumber(value)).toBe(text)
})

test('numbers are written as Intl writes them', () => {
  const cents = fc.integer({ min: -1e13, max: 1e13 })
  const intl = (digits: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat('zh-CN', { ...digits, signDisplay: 'negative' })
  const [grouped, exact] = [intl({}), intl({ minimumFractionDigits: 2, maximumFractionDigits: 2 })]
  const short = intl({ maximumFractionDigits: 2 })
  fc.assert(
    fc.property(cents, fc.constantFrom(1, 1e3, 1e4, 1e6, 1e10), (count, scale) => {
      expect(formatNumber(count)).toBe(grouped.format(count))
      expect(formatNumber(count / scale)).toBe(short.format(count / scale))
      expect(formatCents(count)).toBe(exact.format(count / 100))
    }),
  )
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

describe('the grant of a policy', () => {
  test.each([
    [{ amount: { max: 500_000, unit: '元', per: '家' }, support: '奖补' }, ['奖补', '50 万元／家']],
    [{ amount: { lead: '最高', max: 2000, unit: '元' }, support: '奖补' }, ['最高', '2,000 元']],
    [{ amount: { lead: '税负', from: 25, max: 5, unit: '%' } }, ['税负', '由 25 降到 5 %']],
    [{ amount: { from: 75, max: 100, unit: '%' } }, [undefined, '由 75 提高到 100 %']],
    [{ amount: { from: 100_000, max: 1_000_000, unit: '元' } }, [undefined, '由 10 提高到 100 万元']],
    [
      { amount: { lead: '定额', min: 6000, max: 7800, unit: '元', per: '每人' } },
      ['定额／每人', '6,000–7,800 元'],
    ],
    [{ headline: '入库', support: '资质' }, ['资质', '入库']],
    [{ amount: null, headline: null, support: '权益' }, [undefined, '权益']],
    [{}, [undefined, '金额见正文']],
  ] as const)('%j reads %j', (grant, said) => {
    const { lead, from, change, number, unit, per } = grantFigure(grant)
    const words = [change && `由 ${from} ${change}`, number, unit && `${unit}${per ? `／${per}` : ''}`]
    expect([lead, words.filter(Boolean).join(' ')]).toEqual(said)
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

test.each([
  [400_000, 400_000, '40', '万元', false],
  [150_400, 150_400, '15', '万元', false],
  [150_500, 150_500, '15.1', '万元', false],
  [9_999.4, 9_999.4, '9,999', '元', false],
  [123_456_789, 123_456_789, '1.2', '亿元', false],
  [100_000, 603_000, '10–60.3', '万元', false],
  [0, 603_000, '0–60.3', '万元', false],
  [8_500, null, '8,500', '元', true],
])('%d to %d 元 is shown as %s %s', (min, max, number, unit, isOpen) => {
  expect(worthFigure(min, max)).toEqual({ number, unit, isOpen })
})

test('without a known grant there is no figure', () => {
  expect(worthFigure(0, null)).toBeNull()
  expect(worthFigure(0, 0)).toEqual({ number: '0', unit: '元', isOpen: false })
})
