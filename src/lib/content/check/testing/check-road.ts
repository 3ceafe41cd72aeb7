/** Tests of the road: random companies, and invariants of every road. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { readCompany } from '../../../rules/eligibility/company.ts'
import { statusOf } from '../../../rules/eligibility/evaluate.ts'
import type { AnswerKey, Facts } from '../../../rules/eligibility/facts.ts'
import { NOW, plan, policy } from '../../../rules/eligibility/testing/road.ts'
import type { RoadPolicy } from '../../../rules/roadmap/road.ts'
import { companyAt, effortOf } from '../../../rules/roadmap/steps.ts'
import { canBeHad } from '../../../rules/time/window-use.ts'

const count = fc.integer({ min: 0, max: 12 })
const money = fc.integer({ min: 0, max: 2_000 }).map((wan) => String(wan * 10_000))
const ANSWERS: Partial<Record<AnswerKey, fc.Arbitrary<unknown>>> = {
  kind: fc.constantFrom('company', 'partnership'),
  region: fc.constantFrom('440106', '440305', '110105', '510107'),
  industry: fc.constantFrom('C3911', 'F5111', 'I6513', 'G5910'),
  founded_on: fc
    .date({ min: new Date('2019-01-01'), max: new Date('2026-11-21'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  employees: count,
  insured: count,
  dismissed: count,
  revenue: money,
  revenue_prior: money,
  revenue_prior2: money,
  main_revenue: money,
  rd_expense: money,
  rd_expense_prior: money,
  rd_expense_prior2: money,
  rd_staff: count,
  assets: money,
  liabilities: money,
  taxable_income: money,
  hired_groups: fc.subarray(['veteran', 'disabled']),
  ip_invention: count,
  ip_utility: count,
  certificates: fc.subarray(['high_tech', 'tech_sme']),
  tax_credit: fc.constantFrom('A', 'B', 'C'),
  violations: fc.boolean(),
  abnormal: fc.boolean(),
  '17.catalogue': fc.boolean(),
  '17.share': fc.boolean(),
}
export const companies = fc.record(ANSWERS, { requiredKeys: ['kind', 'region'] }) as fc.Arbitrary<Facts>
/** @returns the number of goals */
export function checkRoad(policies: readonly RoadPolicy[], facts: Facts): number {
  const road = plan(policies, facts)
  const byId = new Map(policies.map((each) => [each.id, each]))
  for (const { id, steps, day, status } of road.goals) {
    const { rule, window } = byId.get(id) ?? policy(0, null)
    expect(statusOf(rule, readCompany(facts, NOW))).toBe('unmet')
    expect(canBeHad(window, day)).toBe(true)
    expect(day >= NOW).toBe(true)
    const then = statusOf(rule, companyAt(facts, NOW, steps, day))
    expect(then).not.toBe('unmet')
    if (status === 'met') expect(then).toBe('met')
  }
  for (const { effort, steps } of [...road.goals, ...road.moves]) {
    if (steps.some((step) => effortOf(step) === 'hard')) expect(effort).toBe('hard')
  }
  for (const { steps, day, unlocks } of road.moves) {
    const company = companyAt(facts, NOW, steps, day)
    const statuses = unlocks.map((id) => statusOf((byId.get(id) ?? policy(0, null)).rule, company))
    expect(statuses).not.toContain('unmet')
  }
  return road.goals.length
}
