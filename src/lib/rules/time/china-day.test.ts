import { describe, expect, test } from 'vitest'
import { addDays, chinaDay, chinaHour, daysBetween } from './china-day.ts'

describe('the day in China', () => {
  test.each([
    ['2026-11-20T15:59:59.999Z', '2026-11-20'],
    ['2026-11-20T16:00:00.000Z', '2026-11-21'],
    ['2026-11-21T00:00:00.000+08:00', '2026-11-21'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01'],
    ['2028-02-28T16:00:00.000Z', '2028-02-29'],
  ])('%s is %s', (instant, day) => {
    expect(chinaDay(new Date(instant))).toBe(day)
  })
})

test.each([
  ['2026-11-20', '2026-11-20', 0],
  ['2026-11-20', '2026-11-19', -1],
  ['2028-02-28', '2028-03-01', 2],
  ['2026-12-31', '2027-01-01', 1],
])('from %s to %s are %i days', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days)
})

test('days are counted over the ends of months and years', () => {
  expect(addDays('2026-12-30', 2)).toBe('2027-01-01')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(addDays('2026-03-01', 0)).toBe('2026-03-01')
})

test('the hour is that of China', () => {
  expect(chinaHour(new Date('2026-11-21T15:59:00Z'))).toBe(23)
  expect(chinaHour(new Date('2026-11-21T16:00:00Z'))).toBe(0)
})
