import { expect, test } from 'vitest'
import { type RepaymentMethod, repaymentPlan } from '../../lib/rules/loan/schedule.ts'
import { planForChart } from './Plan.tsx'

function chart(months: number, method: RepaymentMethod = 'annuity') {
  const plan = repaymentPlan({ amountCents: 500_000_00, annualRate: 4, months, method })
  return { ...plan, ...planForChart(plan.instalments) }
}

test.each([
  [1, '月', 1],
  [12, '月', 12],
  [24, '月', 24],
  [25, '年', 3],
  [360, '年', 30],
])('%i months are shown by %s, in %i bars', (months, unit, count) => {
  const { bars, unit: shown } = chart(months)
  expect([shown, bars.length]).toEqual([unit, count])
})

test.each([
  [12, 'annuity'],
  [30, 'principal'],
  [24, 'bullet'],
] as const)('of %i months, %s, the bars hold all that is paid', (months, method) => {
  const { bars, totalInterest } = chart(months, method)
  expect(bars.reduce((sum, { interest }) => sum + interest, 0)).toBe(totalInterest)
  expect(bars.reduce((sum, { principal }) => sum + principal, 0)).toBe(500_000_00)
  expect(bars.map(({ number }) => number)).toEqual(bars.map((_, index) => index + 1))
})

test('a plan of 30 months has two full years and a half one', () => {
  expect(chart(30, 'principal').bars.map(({ principal }) => Math.round(principal / 100))).toEqual([
    200_000, 200_000, 100_000,
  ])
})
