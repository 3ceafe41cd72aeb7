import { expect, test } from 'vitest'
import type { Tree } from './tree.ts'
import { weakenings } from './weakenings.ts'

const a: Tree = { fact: 'employees', op: 'eq', value: 1 }
const b: Tree = { fact: 'exporter', op: 'eq', value: true }
const c: Tree = { fact: 'insured', op: 'eq', value: 1 }

const trees = (tree: Tree) => weakenings(tree).map(({ tree: left }) => left)

test('an excluded bound is included, and vice versa', () => {
  const small: Tree = { fact: 'employees', op: 'lte', value: 300 }
  expect(weakenings({ all: [b, small] }).slice(2)).toEqual([
    {
      gone: 'all.1 employees lte 300 as lt',
      place: [1],
      what: 'limit',
      tree: { all: [b, { ...small, op: 'lt' }] },
    },
  ])
})

test('parts go one by one, the last one with its group', () => {
  expect(trees({ all: [a, b] })).toEqual([{ all: [b] }, { all: [a] }])
  expect(trees({ any: [a] })).toEqual([null])
})

test('a group is removed as a whole, and each of its parts; no group is left with one part', () => {
  expect(trees({ all: [a, { any: [b, c] }] })).toEqual([
    { all: [{ any: [b, c] }] },
    { all: [a] },
    { all: [a, { any: [c] }] },
    { all: [a, { any: [b] }] },
  ])
  expect(trees({ all: [a, { any: [b] }] })).toEqual([{ all: [{ any: [b] }] }, { all: [a] }, { all: [a] }])
})

test('an ask is removed like any other part', () => {
  const ask: Tree = { ask: '主营业务属于目录', key: '17.catalogue' }
  expect(weakenings({ all: [a, ask] })).toEqual([
    { gone: 'all.0 employees eq 1', place: [0], what: 'part', tree: { all: [ask] } },
    { gone: 'all.1 ask 17.catalogue', place: [1], what: 'part', tree: { all: [a] } },
  ])
})

test('each tier merges into the next one, the last into the one before; of two remains a plain condition', () => {
  const tiered = { fact: 'insured', op: 'eq', by: 'employees' } as const
  const tiers = [{ up_to: 5, value: 1 }, { below: 9, value: 2 }, { value: 3 }]
  expect(trees({ ...tiered, tiers })).toEqual([
    { ...tiered, tiers: [{ below: 9, value: 2 }, { value: 3 }] },
    { ...tiered, tiers: [{ up_to: 5, value: 1 }, { value: 3 }] },
    { ...tiered, tiers: [{ up_to: 5, value: 1 }, { value: 2 }] },
  ])
  expect(trees({ ...tiered, tiers: [{ up_to: 5, value: 1 }, { value: 2 }] })).toEqual([
    { fact: 'insured', op: 'eq', value: 2 },
    { fact: 'insured', op: 'eq', value: 1 },
  ])
})
