import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJudgedCompanies } from '../../content/check/golden-files.ts'
import { readCollection } from '../../content/check/library.ts'
import { windowOf } from '../../content/schema/documents.ts'
import { readCompany } from '../eligibility/company.ts'
import { evaluate, statusOf } from '../eligibility/evaluate.ts'
import type { AnswerKey, Facts } from '../eligibility/facts.ts'
import { BATCH, GRANTED_BY, NOW, plan, policy, ROLLING } from '../eligibility/testing/road.ts'
import { CONDITIONS } from '../eligibility/testing/samples.ts'
import type { Tree } from '../eligibility/tree.ts'
import type { ApplicationWindow } from '../time/application-window.ts'
import { canBeHad } from '../time/window-use.ts'
import type { RoadPolicy } from './future.ts'
import { companyAt, joinSteps, type Step } from './steps.ts'

describe('levels', () => {
  const RELIEF: ApplicationWindow = { kind: 'in_force', opens: null, closes: '2027-12-31' }

  test('a relief ends on the day after its last one, and the money falls', () => {
    const { stages } = plan([policy(1, { fact: 'employees', op: 'gte', value: 1 }, RELIEF)], { employees: 5 })
    expect(stages).toMatchObject([
      { gained: [1], takings: { year: { min: 110_000 } } },
      { day: '2028-01-01', lost: [{ id: 1, isOver: true }], takings: { year: { min: 0 } } },
    ])
  })

  test('who grows too old loses it on that day', () => {
    const { stages } = plan([policy(1, { fact: 'age_years', op: 'lte', value: 3 })], {
      founded_on: '2024-06-10',
    })
    expect(stages[1]).toMatchObject({ day: '2027-06-11', lost: [{ id: 1, isOver: false }] })
  })

  test('what would end another one is left out of the staircase', () => {
    const policies = [
      policy(1, { fact: 'employees', op: 'lte', value: 5 }),
      policy(2, { fact: 'employees', op: 'gte', value: 8 }),
    ]
    const { stages, goals } = plan(policies, { employees: 5 })
    expect(goals).toHaveLength(1)
    expect(stages).toHaveLength(1)
  })

  test('hard steps are no level', () => {
    const road = plan([policy(1, { fact: 'revenue', op: 'gte', value: '1000万' })], { revenue: '1000000' })
    expect(road.goals).toMatchObject([{ effort: 'hard' }])
    expect(road.stages).toHaveLength(1)
  })
})
const CONTENT = fileURLToPath(new URL('../../../content', import.meta.url))
const { entries } = await readCollection(CONTENT, 'interpretations')
const SHIPPED = entries.map(({ data }) =>
  policy(data.id, data.eligibility ?? null, windowOf(data.window), data.grants ?? null),
)

test('the interpretations of the ladder say which certificate they grant', () => {
  const granted = SHIPPED.flatMap(({ id, grants }) => (grants ? [[id, grants]] : []))
  expect(Object.fromEntries(granted)).toEqual(GRANTED_BY)
})

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
const companies = fc.record(ANSWERS, { requiredKeys: ['kind', 'region'] }) as fc.Arbitrary<Facts>
const trees: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(...CONDITIONS),
    fc.array(tie('tree'), { minLength: 1, maxLength: 4 }).map((all) => ({ all })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 4 }).map((any) => ({ any })),
    fc
      .array(tie('tree'), { minLength: 1, maxLength: 4 })
      .chain((of) => fc.integer({ min: 1, max: of.length }).map((at_least) => ({ at_least, of }))),
  ),
})).tree

/** What must hold of every road, whatever the company and the policies are. */
function checkRoad(policies: readonly RoadPolicy[], facts: Facts): number {
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
  let done: readonly Step[] = []
  for (const { day, steps, gained } of road.stages) {
    done = joinSteps(done, steps)
    const company = companyAt(facts, NOW, done, day)
    for (const id of gained) expect(statusOf((byId.get(id) ?? policy(0, null)).rule, company)).toBe('met')
  }
  const days = road.stages.map(({ day }) => day)
  expect(days).toEqual([...new Set(days)].sort())
  return road.goals.length
}

test('every path is confirmed by the rules on its day: rules and companies by chance', () => {
  let paths = 0
  fc.assert(
    fc.property(fc.array(trees, { minLength: 1, maxLength: 6 }), companies, (rules, facts) => {
      const policies = rules.map((tree, place) =>
        policy([15, 2, 9, 40, 41, 42][place] ?? 0, tree, place % 2 === 0 ? BATCH : ROLLING),
      )
      paths += checkRoad(policies, facts)
    }),
    { numRuns: 1000, seed: 20 },
  )
  expect(paths).toBeGreaterThan(300)
})

test('every path is confirmed by the rules on its day: the shipped policies and companies by chance', () => {
  let paths = 0
  fc.assert(
    fc.property(companies, (facts) => {
      paths += checkRoad(SHIPPED, facts)
    }),
    { numRuns: 150, seed: 21 },
  )
  expect(paths).toBeGreaterThan(300)
})

describe('the companies that were judged by hand', async () => {
  for (const { name, facts } of await readJudgedCompanies(`${CONTENT}/companies.golden.yaml`)) {
    test(name, () => {
      checkRoad(SHIPPED, facts)
      const { stages } = plan(SHIPPED, facts)
      const today = SHIPPED.filter(
        ({ id, window }) =>
          canBeHad(window, NOW) &&
          evaluate(
            {
              eligibility: entries.find(({ data }) => data.id === id)?.data.eligibility ?? null,
              unmodelled: [],
            },
            facts,
            NOW,
          ).status === 'met',
      ).map(({ id }) => id)
      expect(today).toEqual(expect.arrayContaining([...(stages[0]?.gained ?? [])]))
    })
  }
})
