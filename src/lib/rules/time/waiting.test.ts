import { expect, test } from 'vitest'
import { percentile, spanOf } from './waiting.ts'

test('ages are days of the calendar in China, and leave nothing between them', () => {
  // 01:00 in China, still the day before elsewhere.
  const now = Date.parse('2026-11-24T01:00:00+08:00')
  const day = (text: string) => Date.parse(`${text}T00:00:00+08:00`)
  expect(spanOf('today', now).from).toBe(day('2026-11-24'))
  expect(spanOf('days', now)).toEqual({ from: day('2026-11-21'), before: day('2026-11-24') })
  expect(spanOf('long', now)).toEqual({ from: 0, before: day('2026-11-21') })
})

test('half and nine tenths by nearest rank', () => {
  const values = [30, 10, 20, 40]
  expect([percentile(values, 0.5), percentile(values, 0.9)]).toEqual([20, 40])
  expect(percentile([7], 0.9)).toBe(7)
  expect(percentile([], 0.5)).toBeUndefined()
})
