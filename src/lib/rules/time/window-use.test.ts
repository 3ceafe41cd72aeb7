import { expect, test } from 'vitest'
import type { ApplicationWindow } from './application-window.ts'
import {
  canBeHad,
  closingDay,
  endWord,
  filterStates,
  insteadOfVerdict,
  readWindow,
  takesApplications,
  withinWindow,
  writeWindow,
} from './window-use.ts'

const dated = (closes: string): ApplicationWindow => ({ kind: 'dated', opens: null, closes })

test.each<[ApplicationWindow, string[]]>([
  [dated('2027-11-22'), ['open']],
  [dated('2026-11-22'), ['open', 'closing']],
  [dated('2026-11-21'), ['closed']],
  [{ kind: 'rolling' }, ['rolling']],
  [{ kind: 'rolling', closes: '2026-11-30' }, ['open', 'closing']],
  [{ kind: 'rolling', closes: '2026-11-21' }, ['closed']],
  [{ kind: 'batches', months: [7, 9], closes: '2026-11-30' }, ['batches']],
  [{ kind: 'unknown' }, ['unknown']],
])('on 2026-11-22 %j is found by %j', (window, states) => {
  expect(filterStates(window, '2026-11-22')).toEqual(states)
})

test.each<[ApplicationWindow, string | null]>([
  [dated('2026-11-22'), null],
  [dated('2026-11-21'), '已到期，供参考'],
  [{ kind: 'in_force', opens: null, closes: '2026-11-21' }, '已到期，供参考'],
  [{ kind: 'in_force', opens: null, closes: null }, null],
  [{ kind: 'law' }, '法律法规，供参考'],
  [{ kind: 'rolling', closes: '2026-11-22' }, null],
  [{ kind: 'rolling', closes: '2026-11-21' }, '已到期，供参考'],
  [{ kind: 'batches', months: [7, 9] }, null],
  [{ kind: 'batches', months: null, closes: '2026-11-22' }, null],
  [{ kind: 'batches', months: null, closes: '2026-11-21' }, '已到期，供参考'],
  [{ kind: 'unknown' }, null],
])('on 2026-11-22 %j has instead of a verdict: %s', (window, words) => {
  expect(insteadOfVerdict(window, '2026-11-22')).toBe(words)
  expect(canBeHad(window, '2026-11-22')).toBe(words === null)
})

test.each<[ApplicationWindow, string, boolean]>([
  [{ kind: 'rolling' }, '2026-11-22', true],
  [{ kind: 'unknown' }, '2026-11-22', false],
  [{ kind: 'law' }, '2026-11-22', false],
  [{ kind: 'in_force', opens: null, closes: null }, '2026-11-22', false],
  [dated('2026-11-22'), '2026-11-22', true],
  [dated('2026-11-21'), '2026-11-22', false],
  [{ kind: 'dated', opens: '2026-11-23', closes: '2026-12-31' }, '2026-11-22', false],
  [{ kind: 'rolling', closes: '2026-11-22' }, '2026-11-22', true],
  [{ kind: 'rolling', closes: '2026-11-21' }, '2026-11-22', false],
  [{ kind: 'batches', months: null }, '2026-07-01', false],
  [{ kind: 'batches', months: [7, 9], over: 2026 }, '2026-08-01', false],
  [{ kind: 'batches', months: [7, 9], closes: '2026-07-31' }, '2026-07-31', true],
  [{ kind: 'batches', months: [7, 9], closes: '2026-07-31' }, '2026-08-01', false],
  [{ kind: 'batches', months: [7, 9] }, '2026-06-30', false],
  [{ kind: 'batches', months: [7, 9] }, '2026-07-01', true],
  [{ kind: 'batches', months: [7, 9] }, '2026-09-30', true],
  [{ kind: 'batches', months: [7, 9] }, '2026-10-01', false],
  [{ kind: 'batches', months: [11, 2] }, '2026-10-31', false],
  [{ kind: 'batches', months: [11, 2] }, '2026-11-01', true],
  [{ kind: 'batches', months: [11, 2] }, '2027-02-28', true],
  [{ kind: 'batches', months: [11, 2] }, '2027-03-01', false],
])('%j on %s takes applications: %s', (window, today, takes) => {
  expect(takesApplications(window, today)).toBe(takes)
})

test('a verdict promises no day after the end of the window', () => {
  const verdict = { status: 'unmet', reason: null, unmodelled: [], earliest: '2027-03-01' } as const
  expect(withinWindow(verdict, dated('2027-03-01'))).toEqual(verdict)
  expect(withinWindow(verdict, dated('2027-02-28'))).not.toHaveProperty('earliest')
  expect(withinWindow({ ...verdict, status: 'met' }, { kind: 'law' })).not.toHaveProperty('earliest')
})

test('by closing day, ended and endless ones come last', () => {
  expect(closingDay(dated('2026-11-22'), '2026-11-22')).toBe('2026-11-22')
  expect(closingDay(dated('2026-11-21'), '2026-11-22')).toBe('9999-12-31')
  expect(closingDay({ kind: 'rolling' }, '2026-11-22')).toBe('9999-12-31')
  expect(closingDay({ kind: 'rolling', closes: '2026-12-31' }, '2026-11-22')).toBe('2026-12-31')
  expect(closingDay(undefined, '2026-11-22')).toBe('9999-12-31')
})

test.each<[ApplicationWindow, string]>([
  [{ kind: 'dated', opens: '2026-02-01', closes: '2026-11-30' }, 'dated/2026-02-01/2026-11-30'],
  [{ kind: 'dated', opens: null, closes: '2026-11-30' }, 'dated//2026-11-30'],
  [{ kind: 'in_force', opens: '2023-01-01', closes: null }, 'in_force/2023-01-01/'],
  [{ kind: 'in_force', opens: null, closes: null }, 'in_force'],
  [{ kind: 'batches', months: [11, 2] }, 'batches/11/2'],
  [{ kind: 'batches', months: null }, 'batches'],
  [{ kind: 'batches', months: [7, 9], closes: '2027-12-31' }, 'batches/7/9/2027-12-31'],
  [{ kind: 'batches', months: null, closes: '2027-12-31' }, 'batches///2027-12-31'],
  [{ kind: 'batches', months: null, over: 2026, closes: '2027-12-31' }, 'batches///2027-12-31/2026'],
  [{ kind: 'batches', months: [7, 9], over: 2026 }, 'batches/7/9//2026'],
  [{ kind: 'rolling' }, 'rolling'],
  [{ kind: 'rolling', closes: '2026-12-31' }, 'rolling//2026-12-31'],
  [{ kind: 'law' }, 'law'],
  [{ kind: 'unknown' }, 'unknown'],
])('%j is written %s, and read again', (window, written) => {
  expect(writeWindow(window)).toBe(written)
  expect(readWindow(written)).toEqual(window)
})

test.each<[ApplicationWindow, string]>([
  [dated('2026-11-30'), '截止'],
  [{ kind: 'rolling', closes: '2026-12-31' }, '截止'],
  [{ kind: 'in_force', opens: null, closes: '2026-12-31' }, '到期'],
  [{ kind: 'batches', months: null, closes: '2026-12-31' }, '到期'],
])('the last day of %j is called %s', (window, word) => {
  expect(endWord(window)).toBe(word)
})
