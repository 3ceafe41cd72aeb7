import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPolling } from './poll.ts'

const RHYTHM = { shownMs: 5000, hiddenMs: 30_000 }
const page = Object.assign(new EventTarget(), { hidden: false })

beforeEach(() => {
  vi.useFakeTimers()
  page.hidden = false
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('asks at once and every 5 seconds, seldom while hidden, and at once on return', async () => {
  const ask = vi.fn(async () => {})
  const stop = startPolling(ask, RHYTHM)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ask).toHaveBeenCalledTimes(3)
  page.hidden = true
  await vi.advanceTimersByTimeAsync(5000)
  expect(ask).toHaveBeenCalledTimes(4)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(ask).toHaveBeenCalledTimes(4)
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(ask).toHaveBeenCalledTimes(5)
  await vi.advanceTimersByTimeAsync(0)
  window.dispatchEvent(new Event('online'))
  expect(ask).toHaveBeenCalledTimes(6)
  stop()
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(6)
})

test('never two at a time, however slow the answer is', async () => {
  let answer = () => {}
  const ask = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)))
  const stop = startPolling(ask, RHYTHM)
  await vi.advanceTimersByTimeAsync(20_000)
  window.dispatchEvent(new Event('focus'))
  expect(ask).toHaveBeenCalledTimes(1)
  answer()
  await vi.advanceTimersByTimeAsync(5000)
  expect(ask).toHaveBeenCalledTimes(2)
  stop()
})
