import { describe, expect, test } from 'vitest'
import type { Facts } from '../eligibility/facts.ts'
import { BATCH, NOW, plan, policy, ROLLING } from '../eligibility/testing/road.ts'
import type { Tree } from '../eligibility/tree.ts'
import type { ApplicationWindow } from '../time/application-window.ts'
import { factsAt, type Goal, type Step, stepWords } from './steps.ts'

const goalOf = (
  eligibility: Tree,
  facts: Facts,
  now = NOW,
  window: ApplicationWindow = ROLLING,
): Goal | undefined => plan([policy(7, eligibility, window)], facts, now).goals[0]
describe('steps of one policy', () => {
  test('who is too young waits, to the day', () => {
    const goal = goalOf({ fact: 'age_years', op: 'gte', value: 2 }, { founded_on: '2025-03-01' })
    expect(goal).toMatchObject({
      day: '2027-03-01',
      isEstimate: false,
      effort: 'wait',
      status: 'met',
      steps: [{ kind: 'wait', months: 24, day: '2027-03-01' }],
    })
  })

  test('a wait beyond three years is no goal, one of three years is', () => {
    const old = (years: number) =>
      goalOf({ fact: 'age_years', op: 'gte', value: years }, { founded_on: '2025-11-23' })
    expect(old(4)?.day).toBe('2029-11-23')
    expect(old(5)).toBeUndefined()
  })

  test('one more patent is a step of unknown length: by the next batch, else within twelve months', () => {
    const asked: Tree = { fact: 'ip_invention', op: 'gte', value: 2 }
    const goal = goalOf(asked, { ip_invention: 1 })
    expect(goal).toMatchObject({ day: '2027-11-23', isEstimate: true, effort: 'doable' })
    expect(goal?.steps.map((step) => stepWords(step, () => undefined))).toEqual(['再有 1 件发明专利'])
    expect(goalOf(asked, { ip_invention: 1 }, NOW, BATCH)).toMatchObject({ day: '2027-07-01' })
    const over: ApplicationWindow = { kind: 'batches', months: [11, 12], over: 2026 }
    expect(goalOf(asked, { ip_invention: 1 }, NOW, over)).toMatchObject({ day: '2027-11-01' })
    expect(
      goalOf(asked, { ip_invention: 1 }, NOW, { kind: 'batches', months: null, over: 2026 }),
    ).toMatchObject({
      day: '2027-01-01',
    })
  })

  test('of alternatives the cheapest is taken, and nothing that is not needed', () => {
    const tree: Tree = {
      all: [
        { fact: 'employees', op: 'gte', value: 1 },
        {
          any: [
            {
              all: [
                { fact: 'ip_invention', op: 'gte', value: 40 },
                { fact: 'exporter', op: 'eq', value: true },
              ],
            },
            { fact: 'ip_utility', op: 'gte', value: 3 },
          ],
        },
      ],
    }
    const goal = goalOf(tree, { employees: 5, ip_invention: 0, ip_utility: 1, exporter: false })
    expect(goal?.steps).toEqual([{ kind: 'figure', fact: 'ip_utility', from: '1', to: '3', since: null }])
  })

  test.each([
    [{ fact: 'region', op: 'within', value: '440100' }, { region: '110101' }],
    [{ fact: 'kind', op: 'eq', value: 'company' }, { kind: 'individual' }],
    [{ fact: 'founder_groups', op: 'in', value: ['veteran'] }, { founder_groups: [] }],
    [{ fact: 'age_years', op: 'lt', value: 2 }, { founded_on: '2020-01-01' }],
    [{ fact: 'employees', op: 'lte', value: 300 }, { employees: 400 }],
    [{ fact: 'taxpayer', op: 'eq', value: 'small' }, { taxpayer: 'general' }],
  ] as const)('what no decision changes has no steps: %j', (condition, facts) => {
    expect(goalOf(condition as Tree, facts as unknown as Facts)).toBeUndefined()
  })

  test('what a policy asks of its own and was answered 否 is no road by itself, and hard beside others', () => {
    const ask: Tree = { ask: '主营业务属于目录', key: '7.catalogue' }
    expect(goalOf(ask, { '7.catalogue': false })).toBeUndefined()
    const both: Tree = { all: [ask, { fact: 'ip_utility', op: 'gte', value: 1 }] }
    expect(goalOf(both, { '7.catalogue': false, ip_utility: 0 })?.effort).toBe('hard')
  })

  test('a year changes no more than what is left of it', () => {
    const asked: Tree = { fact: 'rd_ratio', op: 'gte', value: 5 }
    const facts = (rd_expense: string): Facts => ({ revenue: '10000000', rd_expense })
    // 38 of 365 days are left: 10.4 %.
    expect(goalOf(asked, facts('450000'))).toMatchObject({
      day: '2027-01-01',
      steps: [{ since: 2026, to: '500000' }],
    })
    expect(goalOf(asked, facts('440000'))).toMatchObject({
      day: '2028-01-01',
      steps: [{ since: 2027, to: '500000' }],
    })
  })

  test('whoever hires for research has more staff, too', () => {
    const goal = goalOf({ fact: 'rd_staff_ratio', op: 'gte', value: 20 }, { rd_staff: 1, employees: 10 })
    // 1 + x of 10 + x: with one more it is 2 of 11, with two 3 of 12.
    expect(goal?.steps).toMatchObject([{ fact: 'rd_staff', to: '3' }])
    expect(factsAt({ rd_staff: 1, employees: 10 }, NOW, goal?.steps ?? [], '2027-11-23')).toMatchObject({
      rd_staff: 3,
      employees: 12,
    })
    // On top of other staff, whichever step was found first.
    const staff: Step = { kind: 'figure', fact: 'employees', from: '10', to: '20', since: null }
    for (const steps of [
      [staff, ...(goal?.steps ?? [])],
      [...(goal?.steps ?? []), staff],
    ])
      expect(factsAt({ rd_staff: 1, employees: 10 }, NOW, steps, '2027-11-23')).toMatchObject({
        employees: 22,
      })
  })

  test('a record of violations ends after a year', () => {
    const goal = goalOf({ fact: 'violations', op: 'eq', value: false }, { violations: true })
    expect(goal).toMatchObject({ day: '2027-11-24', effort: 'wait' })
  })

  test('what is 待确认 beside the steps stays so, and a window that is over by then is no goal', () => {
    const tree: Tree = {
      all: [
        { fact: 'age_years', op: 'gte', value: 2 },
        { fact: 'exporter', op: 'eq', value: true },
      ],
    }
    const until = (closes: string): ApplicationWindow => ({ kind: 'dated', opens: null, closes })
    expect(goalOf(tree, { founded_on: '2025-03-01' })?.status).toBe('unknown')
    expect(goalOf(tree, { founded_on: '2025-03-01' }, NOW, until('2027-02-28'))).toBeUndefined()
    expect(goalOf(tree, { founded_on: '2025-03-01' }, NOW, until('2027-03-01'))?.day).toBe('2027-03-01')
  })
})

describe('certificates', () => {
  const TECH_SME: Tree = { fact: 'employees', op: 'lte', value: 500 }
  const NEEDS: Tree = { fact: 'certificates', op: 'in', value: ['tech_sme', 'unicorn'] }

  test('what asks for one is reached by the policy that gives it, at the end of its batch', () => {
    const { goals, moves, rungs } = plan([policy(15, TECH_SME, BATCH), policy(40, NEEDS)], {
      employees: 5,
      certificates: [],
    })
    expect(goals).toMatchObject([{ id: 40, day: '2027-09-30' }])
    expect(moves[0]).toMatchObject({
      unlocks: [40],
      steps: [{ kind: 'certificate', certificate: 'tech_sme' }],
    })
    expect(rungs[0]).toMatchObject({ certificate: 'tech_sme', state: 'now', goal: { day: '2027-07-01' } })
  })

  test('the steps to the one come before the steps to the other', () => {
    const first: Tree = { fact: 'ip_invention', op: 'gte', value: 1 }
    const { goals } = plan([policy(40, NEEDS), policy(15, first, BATCH)], {
      ip_invention: 0,
      certificates: [],
    })
    expect(goals.find(({ id }) => id === 40)?.steps.map(({ kind }) => kind)).toEqual([
      'figure',
      'certificate',
    ])
  })

  test('two that need each other lead nowhere', () => {
    const { goals } = plan(
      [policy(15, { fact: 'certificates', op: 'in', value: ['high_tech'] }), policy(2, NEEDS)],
      { certificates: [] },
    )
    expect(goals).toEqual([])
  })

  test.each([
    [{ industry: 'H6210', rd_expense: '0', ip_utility: 0, ip_invention: 0 }, false],
    [{ industry: 'F' }, false],
    [{ industry: 'H6210', rd_expense: '100000' }, true],
    [{ industry: 'H6210', ip_utility: 1 }, true],
    [{ industry: 'C3411', rd_expense: '0', ip_utility: 0, ip_invention: 0 }, true],
    [{ rd_expense: '0' }, true],
  ])('of research is not offered against trade, research and IP together: %j', (facts, isOffered) => {
    const tree: Tree = { fact: 'exporter', op: 'eq', value: true }
    const { moves, rungs } = plan([policy(2, tree)], { ...facts, certificates: [] })
    expect(rungs.find(({ certificate }) => certificate === 'high_tech')?.state).toBe(
      isOffered ? 'open' : 'out',
    )
    expect(moves).toHaveLength(isOffered ? 1 : 0)
    const patent = goalOf({ fact: 'ip_invention', op: 'gte', value: 3 }, { ip_invention: 0, ...facts })
    expect(patent !== undefined).toBe(isOffered)
  })

  test('its policy counts from the day of the certificate', () => {
    const asOf = (certificates: string[]) =>
      plan([policy(15, TECH_SME, BATCH)], { employees: 5, certificates })
    expect(asOf([])).toMatchObject({ today: { met: [] }, moves: [{ day: '2027-09-30' }] })
    expect(asOf(['tech_sme'])).toMatchObject({ today: { met: [15] }, moves: [] })
  })

  test('held and out of reach', () => {
    const firm: Tree = { fact: 'kind', op: 'eq', value: 'company' }
    const { rungs } = plan([policy(2, firm), policy(9, firm)], {
      kind: 'individual',
      certificates: ['specialised'],
    })
    expect(rungs.map(({ state }) => state)).toEqual(['held', 'out'])
  })
})
test('a step on money says how much more it is', () => {
  const step: Step = { kind: 'figure', fact: 'rd_expense', from: '1600000', to: '2500000', since: 2027 }
  expect(stepWords(step, () => undefined)).toBe('2027 年起研发费用做到 250 万元（比现在多 90 万元）')
  expect(stepWords({ ...step, from: '0' }, () => undefined)).toBe('2027 年起研发费用做到 250 万元')
  expect(stepWords({ ...step, fact: 'liabilities', to: '800000' }, () => undefined)).toBe(
    '2027 年起负债总额降到 80 万元以内',
  )
})

test('a year later what was last year is the year before', () => {
  const facts = { revenue: '3', revenue_prior: '2', revenue_prior2: '1', employees: 4 }
  expect(factsAt(facts, NOW, [], '2026-12-31')).toEqual({ ...facts })
  expect(factsAt(facts, NOW, [], '2027-01-01')).toMatchObject({
    revenue: '3',
    revenue_prior: '3',
    revenue_prior2: '2',
  })
  expect(factsAt(facts, NOW, [], '2029-01-01')).toMatchObject({
    revenue: '3',
    revenue_prior: '3',
    revenue_prior2: '3',
  })
})
