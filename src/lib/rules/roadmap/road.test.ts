import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkRoad, companies } from '../../content/check/testing/check-road.ts'
import type { AskKey } from '../eligibility/asks.ts'
import type { Facts } from '../eligibility/facts.ts'
import { BATCH, plan, policy, ROLLING, worth } from '../eligibility/testing/road.ts'
import { CONDITIONS } from '../eligibility/testing/samples.ts'
import type { Tree } from '../eligibility/tree.ts'
import type { ApplicationWindow } from '../time/application-window.ts'
import { compileRates } from '../worth/compile.ts'
import { type Formula, NO_RATES } from '../worth/formula.ts'
import { compileBenefit } from '../worth/worth.ts'
import { firstMoves, gainWords, type Names, todayWords, turnsOf } from './words.ts'

const WITH_PATENT: Tree = { fact: 'ip_utility', op: 'gte', value: 1 }
const WITH_INVENTION: Tree = { fact: 'ip_invention', op: 'gte', value: 1 }
const STAFFED: Tree = { fact: 'employees', op: 'gte', value: 1 }
const until = (closes: string): ApplicationWindow => ({ kind: 'in_force', opens: null, closes })
const priced = (id: number, tree: Tree, ...yuan: Parameters<typeof worth>) =>
  policy(id, tree, ROLLING, worth(...yuan))
/** A policy whose worth depends on a number of its own, beside the sure part. */
const resting = (key: AskKey, is: Formula) => ({
  benefit: compileBenefit(
    {
      ...{ money: 'law', per: '年', main: key, own: [{ key, unit: '元', most: '1亿', label: key }] },
      steps: [{ name: '金额', is }],
    },
    null,
    compileRates(NO_RATES),
  ),
})

describe('moves', () => {
  const facts: Facts = { employees: 5, ip_utility: 0, ip_invention: 0, certificates: [] }

  test('one step for two policies comes before a step for one, and money before number', () => {
    const [patent, ...inventions] = [
      policy(31, WITH_PATENT),
      policy(32, WITH_INVENTION),
      policy(33, WITH_INVENTION),
    ]
    const unlocks = (...policies: Parameters<typeof plan>[0]) =>
      plan(policies, facts).moves.map((move) => move.unlocks)
    expect(unlocks(...(patent ? [patent] : []), ...inventions)).toEqual([[32, 33], [31]])
    expect(unlocks(priced(31, WITH_PATENT, 1_000_000), ...inventions)[0]).toEqual([31])
  })

  test('what is 待确认 is in the maximum only, and comes after what is sure', () => {
    const open: Tree = { all: [WITH_PATENT, { fact: 'exporter', op: 'eq', value: true }] }
    expect(plan([priced(31, open, 80_000), priced(32, WITH_INVENTION, 50_000)], facts).moves).toMatchObject([
      { isOpen: false, unlocks: [32], gain: { min: 50_000, max: 50_000 } },
      { isOpen: true, unlocks: [31], gain: { min: 0, max: 80_000 } },
    ])
  })

  test('research that costs more than it brings comes after a smaller sum', () => {
    const research: Tree = { fact: 'rd_expense', op: 'gte', value: '110万' }
    const first = (most: number) =>
      plan([priced(31, research, most), priced(32, WITH_PATENT, 40_000)], {
        ...facts,
        rd_expense: '1000000',
      }).moves[0]?.unlocks
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

  test('a gain is no less than the worst case where a number is missing, and no best case is named', () => {
    const gainBeside = (after: number) => {
      const resters = {
        ...resting('31.part', { sum: ['1元', { least: [{ own: '31.part' }, '8元'] }] }),
        excludes: [32],
      }
      const policies = [policy(31, STAFFED, ROLLING, resters), priced(32, WITH_PATENT, after)]
      return plan(policies, facts).moves[0]?.gain
    }
    expect(gainBeside(12)).toEqual({ min: 3, max: null })
  })
})

describe('in words', () => {
  const names: Names = { policy: (id) => `政策${id}`, ask: () => undefined }
  const facts: Facts = { employees: 5, ip_utility: 0, ip_invention: 0, hired_groups: [], revenue: '1000000' }

  test('the surest step stands alone; where none is sure, the nearest three do', () => {
    const trees: Tree[] = [WITH_PATENT, WITH_INVENTION, { fact: 'employees', op: 'gte', value: 8 }]
    const roadOf = (...yuan: Parameters<typeof worth>) =>
      plan(
        [
          ...trees,
          { fact: 'hired_groups', op: 'in', value: ['veteran'] } as Tree,
          { fact: 'ip_utility', op: 'gte', value: 30 } as Tree,
        ].map((tree, place) => priced(31 + place, tree, ...yuan)),
        facts,
      )
    const sure = roadOf(10)
    expect(firstMoves(sure)).toEqual([sure.moves[0]])
    const unsure = roadOf(0)
    const near = unsure.moves.filter(({ effort }) => effort !== 'hard')
    expect(firstMoves(unsure)).toEqual(near.slice(0, 3))
    expect(turnsOf(unsure, names).map(({ move }) => move)).toEqual(near.slice(3))
  })

  test('what ends stands beside the moves, by its last day', () => {
    const trees: Tree[] = [WITH_PATENT, WITH_INVENTION]
    const policies = trees.map((tree, place) => policy(31 + place, tree))
    const road = plan([policy(1, STAFFED, until('2027-12-31')), ...policies], facts)
    expect(todayWords(road)).toBe('现在一年可得 11 万元，符合 1 项政策')
    expect(turnsOf(road, names)).toMatchObject([
      { day: '2027-11-23', move: { unlocks: [31] } },
      { day: '2027-12-31', ended: '政策1到期' },
    ])
    expect(firstMoves(road).map(gainWords)).toEqual(['一年可多得 42 万元'])
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
