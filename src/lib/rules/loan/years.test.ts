import { expect, test } from 'vitest'
import { repaymentPlan } from './schedule.ts'
import { planByYears } from './years.ts'

test('a plan of 30 months has two full years and a half one, with nothing lost', () => {
  const { instalments, totalInterest } = repaymentPlan({
    amountCents: 30_000_00,
    annualRate: 6,
    months: 30,
    method: 'principal',
  })
  const years = planByYears(instalments)
  expect(years.map(({ principal }) => principal)).toEqual([12_000_00, 12_000_00, 6_000_00])
  expect(years.reduce((sum, { interest }) => sum + interest, 0)).toBe(totalInterest)
})
