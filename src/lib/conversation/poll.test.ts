import { expect, test } from 'vitest'
import { pollDelayMs } from './poll.ts'

test('an open chat asks every five seconds, a hidden or a closed one less often', () => {
  const open = pollDelayMs({ isOpen: true, isVisible: true })
  expect(open).toBe(5000)
  expect(pollDelayMs({ isOpen: true, isVisible: false })).toBeGreaterThan(open)
  expect(pollDelayMs({ isOpen: false, isVisible: true })).toBeGreaterThan(open)
})
