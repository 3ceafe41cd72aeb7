import { expect, test } from 'vitest'
import { MONTH, monthFrom, weeksOf, windowDays } from './calendar.ts'

test.each([
  ['2026-11', 6, 6, 30],
  ['2027-02', 4, 0, 28],
  ['2028-02', 5, 1, 29],
  ['2026-06', 5, 0, 30],
])('%s has %i weeks, begins after %i empty days and has %i days', (month, weeks, empty, days) => {
  const grid = weeksOf(month)
  expect(grid).toHaveLength(weeks)
  expect(grid.every((week) => week.length === 7)).toBe(true)
  expect(grid.flat().findIndex((day) => day !== null)).toBe(empty)
  expect(grid.flat().filter((day) => day !== null)).toHaveLength(days)
})

test('months continue over the year', () => {
  expect(monthFrom('2026-12', 1)).toBe('2027-01')
  expect(monthFrom('2026-01', -1)).toBe('2025-12')
})

test.each(['2026-13', '2026-00', '1999-01', '2026-1', 'x'])('%s is no month', (text) => {
  expect(MONTH.test(text)).toBe(false)
})

test('windows appear on the days on which they open and close, closing ones first, reliefs on none', () => {
  const windows = [
    { kind: 'dated' as const, opens: '2026-11-30', closes: '2026-12-31' },
    { kind: 'dated' as const, opens: null, closes: '2026-11-30' },
    { kind: 'rolling' as const },
    { kind: 'rolling' as const, closes: '2027-12-31' },
    { kind: 'in_force' as const, opens: null, closes: '2027-12-31' },
    { kind: 'unknown' as const },
  ]
  const days = windowDays(windows, (window) => window)
  expect(days.map(({ day, what }) => `${day} ${what}`)).toEqual([
    '2026-11-30 closes',
    '2026-11-30 opens',
    '2026-12-31 closes',
    '2027-12-31 closes',
  ])
})
