import { expect, test } from 'vitest'
import { readCompany, SIZE_STANDARDS } from './company.ts'
import type { Facts } from './facts.ts'

const sizeOf = (facts: Facts) => readCompany(facts, '2026-11-21').size

const wan = (amount: number) => String(amount * 10_000)

test.each<[string, Facts, string]>([
  ['industry at the bounds of 大型', { industry: 'C39', employees: 1000, revenue: wan(40_000) }, 'large'],
  ['one person less', { industry: 'C39', employees: 999, revenue: wan(40_000) }, 'medium'],
  ['the lower figure decides', { industry: 'C39', employees: 1000, revenue: wan(299) }, 'micro'],
  ['software', { industry: 'I6513', employees: 100, revenue: wan(1000) }, 'medium'],
  ['retail', { industry: 'F52', employees: 10, revenue: wan(100) }, 'small'],
  [
    'loading, which counts as transport',
    { industry: 'G5910', employees: 200, revenue: wan(30_000) },
    'small',
  ],
  ['storage with the same figures', { industry: 'G5930', employees: 200, revenue: wan(30_000) }, 'large'],
  ['developers look at assets', { industry: 'K7010', revenue: wan(1000), assets: wan(5000) }, 'medium'],
  ['property management', { industry: 'K7020', employees: 99, revenue: wan(9000) }, 'micro'],
  ['other property services', { industry: 'K7030', employees: 99 }, 'small'],
  ['leasing', { industry: 'L72', employees: 300, assets: wan(120_000) }, 'large'],
  ['farming', { industry: 'A01', revenue: wan(50) }, 'small'],
])('%s', (_, facts, size) => {
  expect(sizeOf(facts)).toEqual({ possible: [size], missing: [] })
})

test('one low figure decides', () => {
  expect(sizeOf({ industry: 'C39', employees: 19 }).possible).toEqual(['micro'])
  expect(sizeOf({ industry: 'C39', employees: 300 })).toEqual({
    possible: ['micro', 'small', 'medium'],
    missing: ['revenue'],
  })
})

test('an industry given coarsely stays open if its parts differ', () => {
  expect(sizeOf({ industry: 'F', employees: 8, revenue: wan(1000) })).toEqual({
    possible: ['micro', 'small'],
    missing: ['industry'],
  })
})

test('finance and railways are outside the standard', () => {
  const all = ['micro', 'small', 'medium', 'large']
  expect(sizeOf({ industry: 'J66', employees: 1, revenue: '0' })).toEqual({ possible: all, missing: [] })
  expect(sizeOf({ industry: 'G53', employees: 1, revenue: '0' })).toEqual({ possible: all, missing: [] })
  expect(sizeOf({})).toEqual({ possible: all, missing: ['industry'] })
})

test('every row of the table ascends', () => {
  for (const { bounds } of SIZE_STANDARDS) {
    for (const { from } of bounds) {
      expect(from).toHaveLength(3)
      expect([...from].sort((a, b) => Number(a - b))).toEqual(from)
    }
  }
})

test('a special standard precedes the general one, in either order', () => {
  // K701 stands within K70, G591 beside G59.
  expect(sizeOf({ industry: 'K70', employees: 9 }).missing).toContain('industry')
  expect(sizeOf({ industry: 'K701', revenue: wan(99), assets: wan(99_999) })).toEqual({
    possible: ['micro'],
    missing: [],
  })
  expect(sizeOf({ industry: 'G59', employees: 250 })).toEqual({
    possible: ['micro', 'small', 'medium', 'large'],
    missing: ['industry', 'revenue'],
  })
})
