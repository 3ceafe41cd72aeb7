import { expect, test } from 'vitest'
import { latest } from './latest.ts'

test('an answer to a question before the last `begin` is too late', () => {
  const reading = latest()
  const first = reading.begin()
  const beside = reading.join()
  expect([first(), beside()]).toEqual([true, true])
  const second = reading.begin()
  expect([first(), beside(), second()]).toEqual([false, false, true])
})
