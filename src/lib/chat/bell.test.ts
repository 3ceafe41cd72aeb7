import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeBell } from './bell.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = new AbortController().signal

/** Whether a pause is over, once the microtasks are done. */
async function isOver(pause: Promise<void>): Promise<boolean> {
  let over = false
  pause.then(() => {
    over = true
  })
  await vi.advanceTimersByTimeAsync(0)
  return over
}

test('a pause lasts as long as it is told', async () => {
  const pause = makeBell().pause(5000, never)
  await vi.advanceTimersByTimeAsync(4999)
  expect(await isOver(pause)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isOver(pause)).toBe(true)
})

test('the bell ends it, and a bell rung before ends the next one only', async () => {
  const bell = makeBell()
  const first = bell.pause(5000, never)
  bell.ring()
  expect(await isOver(first)).toBe(true)
  bell.ring()
  expect(await isOver(bell.pause(5000, never))).toBe(true)
  expect(await isOver(bell.pause(5000, never))).toBe(false)
})

test('an end of the work ends it', async () => {
  const work = new AbortController()
  const pause = makeBell().pause(5000, work.signal)
  work.abort()
  expect(await isOver(pause)).toBe(true)
  expect(await isOver(makeBell().pause(5000, work.signal))).toBe(true)
})
