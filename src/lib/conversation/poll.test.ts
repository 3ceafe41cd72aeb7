import { expect, test } from 'vitest'
import { pollDelayMs } from './poll.ts'

test('an open chat polls every five seconds, a hidden or closed one less often, a tab that is informed the least', () => {
  const asking = { isOpen: true, isVisible: true, isTold: false }
  const open = pollDelayMs(asking)
  expect(open).toBe(5000)
  expect(pollDelayMs({ ...asking, isVisible: false })).toBeGreaterThan(open)
  const closed = pollDelayMs({ ...asking, isOpen: false })
  expect(closed).toBeGreaterThan(open)
  expect(pollDelayMs({ ...asking, isTold: true })).toBeGreaterThan(closed)
})
