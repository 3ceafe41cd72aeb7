import { describe, expect, test } from 'vitest'
import type { AskKey } from '../eligibility/asks.ts'
import type { Facts } from '../eligibility/facts.ts'
import { BATCH, everyYear, NOW, nothing, plan, policy, sumsOf } from '../eligibility/testing/road.ts'
import type { Tree } from '../eligibility/tree.ts'
import type { ApplicationWindow } from '../time/application-window.ts'
import { sureProfit } from './moves.ts'
import type { Money, Piece, Prices } from './prices.ts'

describe('the best move', () => {
  test('one step for two policies comes before a step for one, and money before number', () => {
    const policies = [
      policy(31, { fact: 'ip_utility', op: 'gte', value: 1 }),
      policy(32, { fact: 'ip_invention', op: 'gte', value: 1 }),
      policy(33, { fact: 'ip_invention', op: 'gte', value: 1 }),
    ]
    const facts = { ip_utility: 0, ip_invention: 0 }
    expect(plan(policies, facts).moves.map(({ unlocks }) => unlocks)).toEqual([[32, 33], [31]])
    const dear = sumsOf((id) => (id === 31 ? 1_000_000 : 1))
    expect(plan(policies, facts, NOW, dear).moves[0]?.unlocks).toEqual([31])
  })
})

describe('what a move brings', () => {
  const until: ApplicationWindow = { kind: 'in_force', opens: null, closes: '2027-12-31' }
  /** The dearest alone: they exclude one another. */
  const dearest = (worth: Record<number, number | null>) =>
    everyYear((met) => {
      const all = met.map((id) => worth[id] ?? null)
      const max = all.includes(null) ? null : Math.max(0, ...all.flatMap((each) => each ?? []))
      return { min: Math.max(0, ...all.flatMap((each) => each ?? [])), max }
    })

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
      const { moves } = plan(
        policies,
        facts,
        NOW,
        sumsOf((id) => (id === 31 ? first : second)),
      )
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
    // 10 万元 more are spent; a first utility model is a little more trouble than a tenth more research.
    expect(first(100_000)).toEqual([32])
    expect(first(126_000)).toEqual([32])
    expect(first(130_000)).toEqual([31])
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

  test('is no less than the worst case where a number is missing, and no best case is named', () => {
    const policies = [
      policy(31, { fact: 'employees', op: 'gte', value: 1 }),
      policy(32, { fact: 'ip_utility', op: 'gte', value: 1 }),
    ]
    const gainWith = (before: Money, after: Money) => {
      const prices: Prices = {
        takings: (met) => {
          const sums = met.includes(32) ? after : before
          return { year: sums, once: nothing, loose: [{ id: 31, ...sums }], unfilled: [] }
        },
        piece: () => null,
        filled: (facts) => facts,
      }
      return plan(policies, { employees: 5, ip_utility: 0 }, NOW, prices).moves[0]?.gain.year
    }
    expect(gainWith({ min: 1, max: 9 }, { min: 12, max: 30 })).toEqual({ min: 3, max: null })
    expect(gainWith({ min: 1, max: 9 }, { min: 8, max: 30 })).toEqual({ min: 0, max: null })
    // What is missing makes no difference to it.
    expect(gainWith({ min: 1, max: 9 }, { min: 1, max: 9 })).toEqual({ min: 0, max: 0 })
  })

  test('that loses more than it brings is none, also where a number decides that nobody has given', () => {
    const policies = [
      policy(31, { fact: 'employees', op: 'lte', value: 30 }),
      policy(32, { fact: 'ip_utility', op: 'gte', value: 1 }),
    ]
    const movesWith = (lost: number) => {
      const takingsOf = (met: readonly number[], isFilled: boolean) => {
        const sum = met.includes(32) ? 20 : isFilled ? 20 + lost : 0
        return { year: { min: sum, max: sum }, once: nothing, loose: [], unfilled: [] }
      }
      const prices: Prices = {
        takings: (met, { facts }) => takingsOf(met, facts['31.due'] !== undefined),
        piece: () => null,
        filled: (facts) => ({ '31.due': '1', ...facts }),
      }
      return plan(policies, { employees: 5, ip_utility: 0 }, NOW, prices).moves
    }
    expect(movesWith(0)).toHaveLength(1)
    expect(movesWith(1)).toEqual([])
  })

  test('what hangs on a number that nobody has given is told by the piece, and comes after what is sure', () => {
    const policies = [
      policy(31, { fact: 'hired_groups', op: 'in', value: ['veteran'] }),
      policy(32, { fact: 'ip_utility', op: 'gte', value: 1 }),
    ]
    const piece: Piece = {
      id: 31,
      key: '31.months',
      count: 12,
      unit: '月',
      per: '年',
      money: { min: 6_000, max: 9_000 },
      within: [],
    }
    const prices: Prices = {
      ...sumsOf((id) => (id === 32 ? 1_000 : 0)),
      piece: (id) => (id === 31 ? piece : null),
    }
    const { moves } = plan(policies, { hired_groups: [], ip_utility: 0 }, NOW, prices)
    expect(moves).toMatchObject([
      { unlocks: [32], pieces: [], gain: { year: { min: 1_000, max: 1_000 } } },
      { unlocks: [31], pieces: [piece], gain: { year: nothing } },
    ])
    expect(moves.map(sureProfit)).toEqual([1_000, 0])
  })

  test('the most money is found behind many steps that open more policies', () => {
    const many = Array.from({ length: 12 }, (_, place) =>
      [1, 2, 3].map((each) => ({ place, id: 100 * each + place })),
    )
    const policies = [
      ...many
        .flat()
        .map(({ place, id }) =>
          policy(id, { fact: place < 6 ? 'ip_utility' : 'ip_invention', op: 'gte', value: (place % 6) + 1 }),
        ),
      policy(32, { fact: 'hired_groups', op: 'in', value: ['veteran'] }),
    ]
    const facts: Facts = { hired_groups: [], ip_utility: 0, ip_invention: 0 }
    const { moves } = plan(
      policies,
      facts,
      NOW,
      sumsOf((id) => (id === 32 ? 1_000_000 : 1)),
    )
    expect(moves[0]?.unlocks).toEqual([32])
  })

  test('research that costs more than it surely brings is no profit, and the shorter way to the same money comes first', () => {
    const policies = [
      policy(40, {
        all: [
          { fact: 'certificates', op: 'in', value: ['high_tech'] },
          { fact: 'ip_utility', op: 'gte', value: 1 },
        ],
      }),
      policy(2, { fact: 'rd_expense', op: 'gte', value: '200万' }),
    ]
    const facts: Facts = { rd_expense: '1400000', ip_utility: 0, certificates: [] }
    const worth = sumsOf((id) => (id === 2 ? 599_000 : 0))
    const { moves } = plan(policies, facts, NOW, worth)
    expect(moves.map(({ steps }) => steps.length)).toEqual([2, 3])
    expect(moves[0] && sureProfit(moves[0])).toBe(-1_000)
    // What has been spent already is not spent again.
    expect(moves[1] && sureProfit(moves[1])).toBe(0)
  })
})
