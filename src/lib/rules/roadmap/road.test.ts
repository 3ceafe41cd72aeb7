import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkRoad, companies } from '../../content/check/testing/check-road.ts'
import type { AskKey } from '../eligibility/asks.ts'
import type { Facts } from '../eligibility/facts.ts'
import { BATCH, everyYear, NOW, nothing, plan, policy, ROLLING, sumsOf } from '../eligibility/testing/road.ts'
import { CONDITIONS } from '../eligibility/testing/samples.ts'
import type { Tree } from '../eligibility/tree.ts'
import type { ApplicationWindow } from '../time/application-window.ts'
import type { Prices } from './prices.ts'
import { firstMoves, gainWords, type Names, todayWords, turnsOf } from './words.ts'

const WITH_PATENT: Tree = { fact: 'ip_utility', op: 'gte', value: 1 }
const WITH_INVENTION: Tree = { fact: 'ip_invention', op: 'gte', value: 1 }
const STAFFED: Tree = { fact: 'employees', op: 'gte', value: 1 }
const until = (closes: string): ApplicationWindow => ({ kind: 'in_force', opens: null, closes })
/** The dearest alone: they exclude one another. */
const dearest = (worth: Record<number, number>) =>
  everyYear((met) => {
    const most = Math.max(0, ...met.map((id) => worth[id] ?? 0))
    return { min: most, max: most }
  })

describe('moves', () => {
  const facts: Facts = { employees: 5, ip_utility: 0, ip_invention: 0, certificates: [] }

  test('one step for two policies comes before a step for one, and money before number', () => {
    const policies = [policy(31, WITH_PATENT), policy(32, WITH_INVENTION), policy(33, WITH_INVENTION)]
    expect(plan(policies, facts).moves.map(({ unlocks }) => unlocks)).toEqual([[32, 33], [31]])
    const dear = sumsOf((id) => (id === 31 ? 1_000_000 : 1))
    expect(plan(policies, facts, NOW, dear).moves[0]?.unlocks).toEqual([31])
  })

  test('a gain counts from when what is better has ended', () => {
    const policies = [policy(1, STAFFED, until('2027-12-31')), policy(31, WITH_PATENT)]
    const [move] = plan(policies, facts, NOW, dearest({ 1: 200_000, 31: 150_000 })).moves
    expect(move).toMatchObject({
      day: '2027-11-23',
      gainFrom: '2028-01-01',
      gain: { year: { min: 150_000 } },
    })
  })

  test('what is 待确认 is in the maximum only, and comes after what is sure', () => {
    const open: Tree = { all: [WITH_PATENT, { fact: 'exporter', op: 'eq', value: true }] }
    const policies = [policy(31, open), policy(32, WITH_INVENTION)]
    expect(plan(policies, facts, NOW, dearest({ 31: 80_000, 32: 50_000 })).moves).toMatchObject([
      { isOpen: false, unlocks: [32], gain: { year: { min: 50_000, max: 50_000 } } },
      { isOpen: true, unlocks: [31], gain: { year: { min: 0, max: 80_000 } } },
    ])
  })

  test('research that costs more than it brings comes after a smaller sum', () => {
    const policies = [policy(31, { fact: 'rd_expense', op: 'gte', value: '110万' }), policy(32, WITH_PATENT)]
    const first = (most: number) => {
      const { moves } = plan(
        policies,
        { ...facts, rd_expense: '1000000' },
        NOW,
        dearest({ 31: most, 32: 40_000 }),
      )
      return moves[0]?.unlocks
    }
    // 10 万元 more are spent; a first utility model is a little more trouble than a tenth more research.
    expect([first(100_000), first(126_000), first(130_000)]).toEqual([[32], [32], [31]])
  })

  test('what a policy asks of its own is no move, unless it leads to a certificate', () => {
    const asked = (key: AskKey): Tree => ({ all: [{ ask: '做到', key }, WITH_PATENT] })
    const { moves } = plan([policy(31, asked('31.own')), policy(2, asked('2.own'))], {
      ...facts,
      '31.own': false,
      '2.own': false,
    })
    expect(moves.map(({ unlocks }) => unlocks)).toEqual([[2]])
  })

  test('nobody is advised to what ends more than it brings, also by a number that nobody has given', () => {
    const policies = [
      policy(31, { fact: 'employees', op: 'lte', value: 5 }),
      policy(32, { fact: 'employees', op: 'gte', value: 8 }),
    ]
    const with31 = (worth: number, isHidden: boolean) => {
      const prices: Prices = {
        takings: (met, company) => {
          const isCounted = !isHidden || company.facts['31.due'] !== undefined
          const sum = met.includes(31) && isCounted ? worth : met.includes(32) ? 20 : 0
          return { year: { min: sum, max: sum }, once: nothing, loose: [], unfilled: [] }
        },
        filled: (known) => ({ '31.due': '1', ...known }),
      }
      return plan(policies, facts, NOW, prices).moves.length
    }
    expect([with31(20, false), with31(21, false), with31(21, true)]).toEqual([1, 0, 0])
  })
})

describe('in words', () => {
  const names: Names = { policy: (id) => `政策${id}`, ask: () => undefined }
  const facts: Facts = { employees: 5, ip_utility: 0, ip_invention: 0, hired_groups: [], revenue: '1000000' }

  test('the surest step stands alone; where none is sure, the nearest three do', () => {
    const trees: Tree[] = [WITH_PATENT, WITH_INVENTION, { fact: 'employees', op: 'gte', value: 8 }]
    const policies = [...trees, { fact: 'hired_groups', op: 'in', value: ['veteran'] } as Tree].map(
      (tree, place) => policy(31 + place, tree),
    )
    const sure = plan(policies, facts)
    expect(firstMoves(sure)).toEqual([sure.moves[0]])
    const none = everyYear(() => nothing)
    const unsure = plan(policies, facts, NOW, none)
    expect(firstMoves(unsure)).toEqual(unsure.moves.slice(0, 3))
    expect(turnsOf(unsure, names)).toHaveLength(1)
    const hard = plan(
      [...policies, policy(50, { fact: 'ip_utility', op: 'gte', value: 30 })],
      facts,
      NOW,
      none,
    )
    expect(firstMoves(hard).map(({ effort }) => effort)).not.toContain('hard')
    expect(turnsOf(hard, names)).toEqual(turnsOf(unsure, names))
  })

  test('where only a number is missing, that is said; where no sum changes, nothing is', () => {
    const takings = (unfilled: number[]) => () => ({ year: nothing, once: nothing, loose: [], unfilled })
    const wordsWith = (unfilled: number[]) =>
      plan([policy(31, WITH_PATENT)], facts, NOW, { takings: takings(unfilled), filled: (f) => f }).moves.map(
        gainWords,
      )
    expect([wordsWith([31]), wordsWith([])]).toEqual([['补充数据后可测算金额'], [null]])
  })

  test('what ends stands beside the moves, by its last day', () => {
    const road = plan([policy(1, STAFFED, until('2027-12-31')), policy(31, WITH_PATENT)], facts)
    expect(todayWords(road)).toBe('现在每年可得 11 万元，符合 1 项政策')
    expect(turnsOf(road, names, road.moves).map(({ when, what }) => [when, what])).toEqual([
      ['最早 2027年11月（估算）', '再有 1 件实用新型、外观设计或者软件著作权'],
      ['2027年12月31日', '政策1到期'],
    ])
    expect(road.moves.map(gainWords)).toEqual(['每年可多得 41 万元'])
  })
})

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
