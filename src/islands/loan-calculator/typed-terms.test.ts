import { expect, test } from 'vitest'
import { readTerms, type TypedTerms } from './typed-terms.tsx'

const typed = (changed: Partial<TypedTerms>): TypedTerms => ({
  amount: '500000',
  rate: '3.65',
  months: '12',
  method: 'annuity',
  ...changed,
})

test.each([
  ['500000', 50_000_000],
  ['５０万', 50_000_000],
  ['50 万元', 50_000_000],
  ['1,234.56', 123_456],
  ['1亿', 10_000_000_000],
])('%s is an amount', (amount, amountCents) => {
  expect(readTerms(typed({ amount }))).toMatchObject({ amountCents })
})

test.each([
  ['3.65%', 3.65],
  ['３．６５％', 3.65],
  ['0', 0],
])('%s is a rate', (rate, annualRate) => {
  expect(readTerms(typed({ rate }))).toMatchObject({ annualRate })
})

test('12个月 is a term', () => {
  expect(readTerms(typed({ months: '１２个月' }))).toMatchObject({ months: 12 })
})

test.each([
  ['amount', '0'],
  ['amount', '999.99'],
  ['amount', '10亿1元'],
  ['amount', '12.345'],
  ['amount', '很多'],
  ['rate', '-1'],
  ['rate', '36.5'],
  ['rate', '3.12345'],
  ['rate', ''],
  ['months', '0'],
  ['months', '361'],
  ['months', '1.5'],
] as const)('the %s %s is refused at its own field', (field, text) => {
  expect(Object.keys(readTerms(typed({ [field]: text })))).toEqual([field])
})
