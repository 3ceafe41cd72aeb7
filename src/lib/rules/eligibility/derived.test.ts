import { expect, test } from 'vitest'
import { type DerivedKey, readFigures } from './derived.ts'
import type { Facts } from './facts.ts'

const FACTS: Facts = {
  revenue: '200',
  revenue_prior: '160',
  revenue_prior2: '40',
  main_revenue: '150',
  rd_expense: '30',
  rd_expense_prior: '8',
  rd_expense_prior2: '2',
  employees: 40,
  rd_staff: 10,
  key_hires: 6,
  insured: 50,
  dismissed: 1,
  assets: '80',
  liabilities: '20',
  ip_invention: 2,
  ip_utility: 3,
}

/** As a number; comparisons use the fraction. */
function figureOf(key: DerivedKey, facts: Facts): number | undefined {
  const figure = readFigures(facts)[key]
  return figure && Number(figure.n) / Number(figure.d)
}

const FIGURES: [DerivedKey, number][] = [
  ['revenue_3y', 400],
  ['rd_expense_3y', 40],
  ['ip_total', 5],
  ['main_ratio', 75],
  ['rd_ratio', 15],
  ['rd_ratio_prior', 5],
  ['rd_ratio_3y', 10],
  ['revenue_growth', 25],
  ['rd_staff_ratio', 25],
  ['key_hire_ratio', 15],
  ['dismissal_ratio', 2],
  ['debt_ratio', 25],
]

test.each(FIGURES)('%s is %d', (key, figure) => {
  expect(figureOf(key, FACTS)).toBe(figure)
})

test('a decline is a growth below zero', () => {
  expect(figureOf('revenue_growth', { revenue: '120', revenue_prior: '160' })).toBe(-25)
})

test('nothing is derived from half of the facts, nor from a share of 0', () => {
  expect(readFigures({ revenue: '200', ip_invention: 2, rd_staff: 0 })).toEqual({
    revenue: { n: 2_000_000n, d: 10_000n },
    ip_invention: { n: 20_000n, d: 10_000n },
    rd_staff: { n: 0n, d: 10_000n },
  })
  for (const key of ['rd_ratio', 'revenue_growth'] as const) {
    expect(figureOf(key, { revenue: '0', revenue_prior: '0', rd_expense: '1' })).toBeUndefined()
  }
})

test('a company without employees has hired nobody', () => {
  expect(figureOf('key_hire_ratio', { employees: 0, key_hires: 0 })).toBe(0)
  expect(figureOf('key_hire_ratio', { employees: 0 })).toBe(0)
  expect(figureOf('key_hire_ratio', { employees: 1 })).toBeUndefined()
})
