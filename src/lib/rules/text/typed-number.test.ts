import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTypedNumber } from './typed-number.ts'

test.each([
  ['1200万', '12000000'],
  ['1,200 万元', '12000000'],
  ['１２００万', '12000000'],
  ['1.2亿', '120000000'],
  ['1亿2000万', '120000000'],
  ['1.23456万', '12345.6'],
  ['３０人', '30'],
  ['￥30,000.50', '30000.5'],
  ['5千', '5000'],
  ['3百万', '3000000'],
  ['2千万元', '20000000'],
  ['0', '0'],
  ['007', '7'],
  ['12.', '12'],
])('%s is %s', (typed, meant) => {
  expect(readTypedNumber(typed)).toBe(meant)
})

test.each([
  '',
  '  ',
  '元',
  '万',
  '十二',
  '-5',
  '1万2亿',
  '1万2万',
  '1.2.3',
  '1e5',
  'abc',
  '12x',
  '1.23456',
  '1'.repeat(16),
])('%j is no number', (typed) => {
  expect(readTypedNumber(typed)).toBeUndefined()
})

test('every typed text becomes a plain decimal or nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,万亿千百元 人-１２') }), (typed) => {
      const read = readTypedNumber(typed)
      expect(read === undefined || /^\d+(\.\d{1,4})?$/.test(read)).toBe(true)
    }),
  )
})
