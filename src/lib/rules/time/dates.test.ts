import { expect, test } from 'vitest'
import type { ApplicationWindow } from './application-window.ts'
import { formatDate, formatMoment, formatPeriod } from './dates.ts'

test.each([
  ['2026-11-20', '2026年11月20日'],
  ['2026-01-05', '2026年1月5日'],
  ['1999-12-31', '1999年12月31日'],
])('%s is written %s', (date, words) => {
  expect(formatDate(date)).toBe(words)
})

test.each<[ApplicationWindow, string]>([
  [{ kind: 'rolling' }, '常年受理'],
  [{ kind: 'law' }, '长期适用'],
  [{ kind: 'in_force', opens: null, closes: null }, '长期执行'],
  [{ kind: 'in_force', opens: '2023-01-01', closes: null }, '2023年1月1日起执行'],
  [{ kind: 'in_force', opens: null, closes: '2027-12-31' }, '至2027年12月31日'],
  [{ kind: 'batches', months: [7, 9] }, '按批次受理，通常每年7月至9月'],
  [{ kind: 'batches', months: null }, '按批次受理，以当批通知为准'],
  [{ kind: 'unknown' }, '以原文为准'],
  [{ kind: 'dated', opens: null, closes: '2026-12-31' }, '至2026年12月31日'],
  [{ kind: 'dated', opens: '2026-01-01', closes: '2026-12-31' }, '2026年1月1日至2026年12月31日'],
])('%j is written %s', (window, words) => {
  expect(formatPeriod(window)).toBe(words)
})

test('a moment is written as a clock in China shows it', () => {
  expect(formatMoment('2026-11-21T16:00:01.000Z')).toBe('2026-11-22 00:00')
})
