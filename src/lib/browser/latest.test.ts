import { expect, test } from 'vitest'
import { latest } from './latest.ts'

test('what was asked before the last beginning comes too late', () => {
  const reading = latest()
  const first = reading.begin()
  const beside = reading.join()
  expect([first(), beside()]).toEqual([true, true])
  const second = reading.begin()
  expect([first(), beside(), second()]).toEqual([false, false, true])
})
