import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSleeper } from './sleeper.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = new AbortController().signal

/** Whether the sleep has ended, after all microtasks. */
async function isOver(sleeping: Promise<void>): Promise<boolean> {
  let over = false
  sleeping.then(() => {
    over = true
  })
  await vi.advanceTimersByTimeAsync(0)
  return over
}

test('a sleep lasts for the requested time', async () => {
  const sleeping = createSleeper().sleep(5000, never)
  await vi.advanceTimersByTimeAsync(4999)
  expect(await isOver(sleeping)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isOver(sleeping)).toBe(true)
})

test('waking ends it, and waking before it begins ends the next one only', async () => {
  const sleeper = createSleeper()
  const first = sleeper.sleep(5000, never)
  sleeper.wake()
  expect(await isOver(first)).toBe(true)
  sleeper.wake()
  expect(await isOver(sleeper.sleep(5000, never))).toBe(true)
  expect(await isOver(sleeper.sleep(5000, never))).toBe(false)
})

test('an end of the work ends it', async () => {
  const work = new AbortController()
  const sleeping = createSleeper().sleep(5000, work.signal)
  work.abort()
  expect(await isOver(sleeping)).toBe(true)
  expect(await isOver(createSleeper().sleep(5000, work.signal))).toBe(true)
})

test('work that was ended takes no waking from the work that goes on', async () => {
  const sleeper = createSleeper()
  const ended = AbortSignal.abort()
  sleeper.wake()
  expect(await isOver(sleeper.sleep(5000, ended))).toBe(true)
  expect(await isOver(sleeper.sleep(5000, never))).toBe(true)
  const sleeping = sleeper.sleep(5000, never)
  expect(await isOver(sleeper.sleep(5000, ended))).toBe(true)
  sleeper.wake()
  expect(await isOver(sleeping)).toBe(true)
})
