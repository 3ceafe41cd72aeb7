import { describe, expect, test } from 'vitest'
import type { Facts } from '../eligibility/facts.ts'
import { BATCH, NOW, plan, policy, ROLLING } from '../eligibility/testing/road.ts'
import type { Tree } from '../eligibility/tree.ts'
import type { ApplicationWindow } from '../time/application-window.ts'
import type { Goal } from './goals.ts'
import { effortOf, factsAt, stepWords } from './steps.ts'

const goalOf = (
  eligibility: Tree,
  facts: Facts,
  now = NOW,
  window: ApplicationWindow = ROLLING,
): Goal | undefined => plan([policy(7, eligibility, window)], facts, now).goals[0]
describe('steps of one policy', () => {
  test('a company that is too young waits, to the day', () => {
    const goal = goalOf({ fact: 'age_years', op: 'gte', value: 2 }, { founded_on: '2025-03-01' })
    expect(goal).toMatchObject({
      day: '2027-03-01',
      isEstimate: false,
      effort: 'wait',
      status: 'met',
      steps: [{ kind: 'wait', months: 24, day: '2027-03-01' }],
    })
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

  test('nine more are within reach, ten are hard for a company without any', () => {
    const more = (value: number) =>
      goalOf({ fact: 'ip_utility', op: 'gte', value }, { ip_utility: 0 })?.effort
    expect([more(9), more(10)]).toEqual(['doable', 'hard'])
  })

  test('of alternatives the cheapest is taken, and nothing unnecessary', () => {
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

  test('an ask answered 否 is no goal by itself, and hard beside others', () => {
    const ask: Tree = { ask: '主营业务属于目录', key: '7.catalogue' }
    expect(goalOf(ask, { '7.catalogue': false })).toBeUndefined()
    const both: Tree = { all: [ask, { fact: 'ip_utility', op: 'gte', value: 1 }] }
    expect(goalOf(both, { '7.catalogue': false, ip_utility: 0 })?.effort).toBe('hard')
  })

  test('a record of violations ends after a year', () => {
    const goal = goalOf({ fact: 'violations', op: 'eq', value: false }, { violations: true })
    expect(goal).toMatchObject({ day: '2027-11-24', effort: 'wait' })
  })

  test('待确认 conditions beside the steps stay open, and a window that is over by then is no goal', () => {
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

  test('a required certificate is reached by the policy that grants it, at the end of its batch', () => {
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

  test('is never easier than the way to it, nor is what needs it', () => {
    const hard: Tree = { fact: 'ip_utility', op: 'gte', value: 30 }
    const { goals, moves } = plan([policy(15, hard, BATCH), policy(40, NEEDS)], {
      ip_utility: 0,
      certificates: [],
    })
    expect(goals.map(({ effort }) => effort)).toEqual(['hard', 'hard'])
    const steps = moves.flatMap((move) => move.steps)
    expect(steps.filter(({ kind }) => kind === 'certificate').map(effortOf)).toEqual(['hard'])
    expect(moves.map(({ effort }) => effort)).toEqual(['hard'])
  })

  test('a 待确认 one is hard if the next years, taken like the last one, would miss it by far', () => {
    const research: Tree = { fact: 'rd_ratio_3y', op: 'gte', value: 5 }
    const movesOf = (rd_expense: string) =>
      plan([policy(2, research)], { revenue: '1800000', rd_expense, certificates: [] }).moves
    expect(movesOf('0')).toMatchObject([{ isOpen: true, effort: 'hard' }])
    expect(movesOf('80000')).toMatchObject([{ isOpen: true, effort: 'doable' }])
  })

  test('of a higher rung is no way to a lower one', () => {
    const lower: Tree = {
      any: [
        { fact: 'certificates', op: 'in', value: ['high_tech'] },
        { fact: 'ip_utility', op: 'gte', value: 40 },
      ],
    }
    const higher: Tree = { fact: 'ip_invention', op: 'gte', value: 1 }
    const facts: Facts = { certificates: [], ip_invention: 0, ip_utility: 0 }
    const { goals } = plan([policy(15, lower, BATCH), policy(2, higher)], facts)
    expect(goals.find(({ id }) => id === 15)?.steps).toMatchObject([{ fact: 'ip_utility', to: '40' }])
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

  test('held, unread and out of reach', () => {
    const { rungs } = plan([policy(2, { fact: 'kind', op: 'eq', value: 'company' })], {
      kind: 'individual',
      certificates: ['specialised'],
    })
    expect(rungs.map(({ state }) => state)).toEqual(['held', 'out'])
  })
})

test('a year later, last year is the year before', () => {
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
