import { expect, test } from 'vitest'
import { timeSpan } from './reservation-words.ts'

test('a time is said as a person in China reads it', () => {
  expect(timeSpan('2026-11-25T02:00:00.000Z', '2026-11-25T02:50:00.000Z')).toBe('11月25日周三 10:00—10:50')
  expect(timeSpan('2026-11-25T02:00:00.000Z', null)).toBe('11月25日周三 10:00')
})
