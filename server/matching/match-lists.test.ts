import { expect, test } from 'vitest'
import { compileRule } from '../../src/lib/rules/eligibility/evaluate.ts'
import { popularItems } from '../../src/lib/rules/popular.ts'
import type { KeptItem } from '../catalogue/kept-catalogue.ts'
import { toSubsidy } from './match-lists.ts'

const nowMs = Date.parse('2026-11-21T10:00:00+08:00')
const until = (closes: string, opens: string | null = null) => ({ kind: 'dated', opens, closes }) as const

const item = (id: number, region: string, window: KeptItem['window']): KeptItem => ({
  id,
  policy: null,
  title: `政策${id}`,
  region,
  window,
  rule: compileRule({ eligibility: null, unmodelled: [] }),
  benefit: null,
})

const ITEMS = [
  item(1, '000000', until('2026-11-20')),
  item(2, '310000', { kind: 'rolling' }),
  item(3, '440100', { kind: 'unknown' }),
  item(4, '000000', { kind: 'rolling' }),
  item(5, '440106', until('2027-01-31', '2027-01-01')),
  item(6, '440100', until('2026-11-21')),
  item(7, '440000', until('2026-12-31')),
]
const ids = (items: readonly KeptItem[]) => items.map(({ id }) => id)

test('without a region: open before upcoming before unknown before closed, newest first', () => {
  expect(ids(popularItems(ITEMS, { nowMs }))).toEqual([2, 4, 6, 7, 5, 3, 1])
})

test('with a region the nearest open ones lead, and other places come last', () => {
  expect(ids(popularItems(ITEMS, { region: '440106', nowMs }))).toEqual([6, 7, 4, 5, 3, 1, 2])
})

test('the catalogue keeps its own order', () => {
  popularItems(ITEMS, { region: '440106', nowMs })
  expect(ids(ITEMS)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test.each([
  [1, 'closed', null],
  [2, 'rolling', null],
  [3, 'unknown', null],
  [5, 'upcoming', null],
  [6, 'closing', 0],
  [7, 'open', 40],
])('item %i is %s with %s days left', (id, state, days_left) => {
  const found = ITEMS.find((candidate) => candidate.id === id)
  expect(found && toSubsidy(found, nowMs)).toMatchObject({ state, days_left })
})
