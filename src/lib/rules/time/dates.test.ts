import { expect, test } from 'vitest'
import { formatDate, formatMoment } from './dates.ts'

test.each([
  ['2026-11-20', '2026年11月20日'],
  ['2026-01-05', '2026年1月5日'],
  ['1999-12-31', '1999年12月31日'],
])('%s is written %s', (date, words) => {
  expect(formatDate(date)).toBe(words)
})

test("a moment is written in China's time", () => {
  expect(formatMoment('2026-11-21T16:00:01.000Z')).toBe('2026-11-22 00:00')
})
