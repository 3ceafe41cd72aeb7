import { expect, test } from 'vitest'
import { addMonths, dayAfter, isDay } from './calendar.ts'

test.each([
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-01', false],
  ['2026-01-01 ', false],
  [' 2026-01-01', false],
  ['12026-01-01', false],
  ['2026-01-011', false],
  [20260101, false],
  [['2026-01-01'], false],
  [null, false],
])('%j is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-03-31', 1, '2026-04-30'],
  ['2026-01-30', 2, '2026-03-30'],
  ['2026-08-31', 6, '2027-02-28'],
  ['2026-11-15', 2, '2027-01-15'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2026-05-31', 0, '2026-05-31'],
])('%s and %i months: %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected)
})

test.each([
  ['2026-12-31', '2027-01-01'],
  ['2024-02-28', '2024-02-29'],
])('%s is before %s', (day, next) => {
  expect(dayAfter(day)).toBe(next)
})
