import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJudgedCompanies } from '../../content/check/golden-files.ts'
import { readCollection } from '../../content/check/library.ts'
import { windowOf } from '../../content/schema/documents.ts'
import type { AskKey } from '../eligibility/asks.ts'
import { readCompany } from '../eligibility/company.ts'
import { compileRule, evaluate, statusOf } from '../eligibility/evaluate.ts'
import type { AnswerKey, Facts } from '../eligibility/facts.ts'
import type { Certificate } from '../eligibility/options.ts'
import { CONDITIONS } from '../eligibility/testing/samples.ts'
import type { Tree } from '../eligibility/tree.ts'
import type { ApplicationWindow } from '../time/application-window.ts'
import { canBeHad } from '../time/window-use.ts'
import { type Goal, planRoad, type RoadPolicy, type Takings, type Valuer } from './road.ts'
import { chosenLevels, drawStaircase, levelsOf, moneyWords, staircaseTitle, wrapWords } from './staircase.ts'
import { companyAt, factsAt, joinSteps, type Step, stepWords } from './steps.ts'

const NOW = '2026-11-23'
const ROLLING: ApplicationWindow = { kind: 'rolling' }
const BATCH: ApplicationWindow = { kind: 'batches', months: [7, 9] }

/** As the shipped policies have it. */
const GRANTED_BY: Partial<Record<number, Certificate>> = { 2: 'high_tech', 9: 'specialised', 15: 'tech_sme' }

const nothing = { min: 0, max: 0 }
/** 10 万元 a year for each policy, 1 万元 more for a higher number. */
const byCount: Valuer = (met) => {
  const sum = met.reduce((all, id) => all + 100_000 + id * 10_000, 0)
  return { year: { min: sum, max: sum }, once: nothing }
}

function policy(
  id: number,
  eligibility: Tree | null,
  window: ApplicationWindow = ROLLING,
  grants: Certificate | null = GRANTED_BY[id] ?? null,
): RoadPolicy {
  return { id, window, grants, rule: compileRule({ eligibility, unmodelled: [] }) }
}

const plan = (policies: readonly RoadPolicy[], facts: Facts, now = NOW, takingsOf = byCount) =>
  planRoad(policies, facts, now, takingsOf)

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
  })

  test('nine more are within reach, ten are hard where there are none', () => {
    const more = (value: number) =>
      goalOf({ fact: 'ip_utility', op: 'gte', value }, { ip_utility: 0 })?.effort
    expect([more(9), more(10)]).toEqual(['doable', 'hard'])
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

  test('the figure of two years needs two of them', () => {
    const tree: Tree = {
      all: [
        { fact: 'rd_expense', op: 'gte', value: '100万' },
        { fact: 'rd_expense_prior', op: 'gte', value: '100万' },
      ],
    }
    const goal = goalOf(tree, { rd_expense: '600000', rd_expense_prior: '600000', revenue: '1' })
    expect(goal).toMatchObject({
      day: '2029-01-01',
      steps: [
        { kind: 'hold', year: 2028 },
        { fact: 'rd_expense', since: 2027 },
      ],
    })
  })

  test('of figures that are good for one year, the next one is waited for', () => {
    const tree: Tree = { fact: 'rd_expense_prior', op: 'gte', value: '100万' }
    const goal = goalOf(tree, { rd_expense: '1200000', rd_expense_prior: '600000' })
    expect(goal).toMatchObject({ day: '2027-01-01', effort: 'wait', steps: [{ kind: 'hold', year: 2026 }] })
  })

  test('whoever hires for research has more staff, too', () => {
    const goal = goalOf({ fact: 'rd_staff_ratio', op: 'gte', value: 20 }, { rd_staff: 1, employees: 10 })
    // 1 + x of 10 + x: with one more it is 2 of 11, with two 3 of 12.
    expect(goal?.steps).toMatchObject([{ fact: 'rd_staff', to: '3' }])
    expect(factsAt({ rd_staff: 1, employees: 10 }, NOW, goal?.steps ?? [], '2027-11-23')).toMatchObject({
      rd_staff: 3,
      employees: 12,
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
    expect(rungs[0]).toMatchObject({ certificate: 'tech_sme', state: 'now', day: '2027-09-30' })
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

  test('its policy counts from the day of the certificate', () => {
    const { stages } = plan([policy(15, TECH_SME, BATCH)], { employees: 5, certificates: [] })
    expect(stages.map(({ day, gained }) => [day, gained])).toEqual([
      [NOW, []],
      ['2027-09-30', [15]],
    ])
    expect(plan([policy(15, TECH_SME)], { employees: 5, certificates: ['tech_sme'] }).stages).toMatchObject([
      { gained: [15] },
    ])
  })

  test('one that is had later than the road goes may be applied for before', () => {
    const { rungs, stages } = plan([policy(2, { fact: 'age_years', op: 'gte', value: 3 })], {
      founded_on: '2026-01-10',
      certificates: [],
    })
    expect(rungs.at(-1)).toMatchObject({ state: 'reachable', day: '2029-01-10', isLate: true })
    expect(stages).toHaveLength(1)
  })

  test('held, unread and out of reach', () => {
    const { rungs } = plan([policy(2, { fact: 'kind', op: 'eq', value: 'company' })], {
      kind: 'individual',
      certificates: ['specialised'],
    })
    expect(rungs.map(({ state }) => state)).toEqual(['unread', 'unread', 'held', 'unread', 'out'])
  })
})

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

describe('the best move', () => {
  test('one step for two policies comes before a step for one, and money before number', () => {
    const policies = [
      policy(31, { fact: 'ip_utility', op: 'gte', value: 1 }),
      policy(32, { fact: 'ip_invention', op: 'gte', value: 1 }),
      policy(33, { fact: 'ip_invention', op: 'gte', value: 1 }),
    ]
    const facts = { ip_utility: 0, ip_invention: 0 }
    expect(plan(policies, facts).moves.map(({ unlocks }) => unlocks)).toEqual([[32, 33], [31]])
    const dear: Valuer = (met) => {
      const sum = met.includes(31) ? 1_000_000 : met.length
      return { year: { min: sum, max: sum }, once: nothing }
    }
    expect(plan(policies, facts, NOW, dear).moves[0]?.unlocks).toEqual([31])
  })
})

describe('what a move brings', () => {
  const until: ApplicationWindow = { kind: 'in_force', opens: null, closes: '2027-12-31' }
  /** The dearest alone: they exclude one another. */
  const dearest =
    (worth: Record<number, number | null>): Valuer =>
    (met) => {
      const all = met.map((id) => worth[id] ?? null)
      const max = all.includes(null) ? null : Math.max(0, ...all.flatMap((each) => each ?? []))
      return { year: { min: Math.max(0, ...all.flatMap((each) => each ?? [])), max }, once: nothing }
    }

  test('counts from when what is better has ended', () => {
    const policies = [
      policy(1, { fact: 'employees', op: 'gte', value: 1 }, until),
      policy(2, { fact: 'ip_utility', op: 'gte', value: 1 }),
      policy(15, { fact: 'employees', op: 'gte', value: 1 }, BATCH),
    ]
    const facts = { employees: 5, ip_utility: 1, certificates: [] }
    const { moves } = plan(policies, facts, NOW, dearest({ 1: 200_000, 2: 150_000, 15: 1 }))
    const high = moves.find(({ steps }) =>
      steps.some((step) => step.kind === 'certificate' && step.certificate === 'high_tech'),
    )
    expect(high).toMatchObject({
      day: '2027-11-23',
      gainFrom: '2028-01-01',
      gain: { year: { min: 150_000, max: 150_000 } },
    })
  })

  test('has what is 待确认 in its maximum only, and comes after what is sure', () => {
    const patent: Tree = { fact: 'ip_utility', op: 'gte', value: 1 }
    const policies = [
      policy(31, { all: [patent, { fact: 'exporter', op: 'eq', value: true }] }),
      policy(32, { fact: 'ip_invention', op: 'gte', value: 1 }),
    ]
    const facts = { ip_utility: 0, ip_invention: 0 }
    const { moves } = plan(policies, facts, NOW, dearest({ 31: 80_000, 32: 50_000 }))
    expect(moves).toMatchObject([
      { isOpen: false, unlocks: [32], gain: { year: { min: 50_000, max: 50_000 } } },
      { isOpen: true, unlocks: [31], gain: { year: { min: 0, max: 80_000 } } },
    ])
  })

  test('is told of a longer way without that of the shorter one', () => {
    const policies = [
      policy(31, { fact: 'ip_utility', op: 'gte', value: 1 }),
      policy(32, {
        all: [
          { fact: 'ip_utility', op: 'gte', value: 1 },
          { fact: 'ip_invention', op: 'gte', value: 1 },
        ],
      }),
    ]
    const facts = { ip_utility: 0, ip_invention: 0 }
    const told = (first: number, second: number) => {
      const takingsOf: Valuer = (met) => {
        const sum = met.reduce((all, id) => all + (id === 31 ? first : second), 0)
        return { year: { min: sum, max: sum }, once: nothing }
      }
      const { moves } = plan(policies, facts, NOW, takingsOf)
      return moves.map(({ unlocks, after, gain }) => [unlocks, after.length, gain.year.min])
    }
    expect(told(200_000, 50_000)).toEqual([
      [[31], 0, 200_000],
      [[32], 1, 50_000],
    ])
    expect(told(50_000, 200_000)).toEqual([[[31, 32], 0, 250_000]])
  })

  test('research that costs more than it brings comes after a smaller sum', () => {
    const policies = [
      policy(31, { fact: 'rd_expense', op: 'gte', value: '110万' }),
      policy(32, { fact: 'ip_utility', op: 'gte', value: 1 }),
    ]
    const facts: Facts = { rd_expense: '1000000', ip_utility: 0 }
    const first = (most: number) =>
      plan(policies, facts, NOW, dearest({ 31: most, 32: 40_000 })).moves[0]?.unlocks
    expect(first(99_000)).toEqual([32])
    expect(first(100_000)).toEqual([31])
  })

  test('what a policy asks of its own is no move, unless it leads to a certificate', () => {
    const asked = (key: AskKey): Tree => ({
      all: [
        { ask: '做到', key },
        { fact: 'ip_utility', op: 'gte', value: 1 },
      ],
    })
    const facts = { ip_utility: 0, certificates: [], '31.own': false, '2.own': false } as const
    const { moves } = plan([policy(31, asked('31.own')), policy(2, asked('2.own'))], facts)
    expect(moves.map(({ unlocks }) => unlocks)).toEqual([[2]])
  })

  test('is open upwards where no upper end is known', () => {
    const { moves } = plan(
      [policy(31, { fact: 'ip_utility', op: 'gte', value: 1 })],
      { ip_utility: 0 },
      NOW,
      dearest({}),
    )
    expect(moves[0]?.gain.year).toEqual({ min: 0, max: null })
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

test('of two steps on one figure the further one stays', () => {
  const to = (value: string): Step => ({
    kind: 'figure',
    fact: 'ip_utility',
    from: '0',
    to: value,
    since: null,
  })
  expect(joinSteps([to('2')], [to('4')])).toEqual([to('4')])
  expect(joinSteps([to('4')], [to('2')])).toEqual([to('4')])
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

describe('the staircase', () => {
  const names = { policy: (id: number) => `政策${id}`, ask: () => undefined }
  const RELIEF: ApplicationWindow = { kind: 'in_force', opens: null, closes: '2027-12-31' }
  const road = plan(
    [
      policy(1, { fact: 'employees', op: 'gte', value: 1 }, RELIEF),
      policy(15, { fact: 'employees', op: 'lte', value: 500 }, BATCH),
      policy(3, { fact: 'age_years', op: 'gte', value: 2 }),
    ],
    { employees: 5, certificates: [], founded_on: '2025-03-01' },
  )
  const levels = levelsOf(road, names)

  test('each level says how much, when, and by what', () => {
    expect(levels.map(({ look, sum, when, what }) => [look, sum, when, what])).toEqual([
      ['now', '11 万元／年', '现在', '按现在的回答，另有 1 项条件已够，取得资质后计入'],
      ['up', '24 万元／年', '最早 2027年3月', '成立满 2 年'],
      ['up', '49 万元／年', '最早 2027年9月', '取得科技型中小企业'],
      ['down', '38 万元／年', '2028年1月', '政策1到期'],
    ])
  })

  test('all words of the picture are words of its levels, and the higher level is drawn higher', () => {
    const drawn = drawStaircase(levels, 1104)
    const words = levels.flatMap(({ sum, when, what }) => [sum, when, what]).join(' ')
    for (const { text } of drawn.texts) expect(words).toContain(text)
    const sums = drawn.texts.filter(({ isSum }) => isSum).map(({ y }) => y)
    expect(sums.map((y) => sums.filter((other) => other < y).length)).toEqual([3, 2, 0, 1])
    expect(staircaseTitle(levels)).toBe(
      '每年可得：现在 11 万元／年，最早 2027年3月 24 万元／年，最早 2027年9月 49 万元／年，2028年1月 38 万元／年',
    )
  })

  test('where columns do not fit, the smallest step is left to the list', () => {
    expect(chosenLevels(levels, 1104)).toHaveLength(4)
    expect(chosenLevels(levels, 703).map(({ when }) => when)).toEqual([
      '现在',
      '最早 2027年3月',
      '最早 2027年9月',
    ])
    expect(chosenLevels(levels, 704)).toHaveLength(4)
  })

  test('without any sum it counts policies', () => {
    const without: Valuer = () => ({ year: nothing, once: nothing }) satisfies Takings
    const counted = levelsOf(
      plan(
        [policy(3, { fact: 'age_years', op: 'gte', value: 2 })],
        { founded_on: '2025-03-01' },
        NOW,
        without,
      ),
      names,
    )
    expect(counted.map(({ sum }) => sum)).toEqual(['可享 0 项', '可享 1 项'])
  })

  test.each([
    [{ min: 0, max: 0 }, null],
    [{ min: 0, max: null }, null],
    [{ min: 480_000, max: 480_000 }, '48 万元'],
    [{ min: 400_400, max: 605_500 }, '40–60.6 万元'],
    [{ min: 0, max: 50_000 }, '最多 5 万元'],
    [{ min: 30_000, max: null }, '至少 3 万元'],
  ])('%j: %s', (range, words) => {
    expect(moneyWords(range)).toBe(words)
  })

  test('lines break neither figures nor before a mark', () => {
    expect(wrapWords('再有 12 件发明专利，取得科技型中小企业', 11)).toEqual([
      '再有 12 件发明专利，',
      '取得科技型中小企业',
    ])
    for (const line of wrapWords('小型微利企业所得税减征（2027 年）到期，优惠', 6)) {
      expect(line).not.toMatch(/^[，。、）]/)
    }
  })
})
