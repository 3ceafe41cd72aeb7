import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetGivenUp, noteGivenUp, readGivenUp } from './given-up.ts'

const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('localStorage', new Window().localStorage)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('is noted for its company until the server knows', () => {
  noteGivenUp('companies/1/a/')
  noteGivenUp('companies/12/b/')
  expect(readGivenUp(1)).toEqual(['companies/1/a/'])
  forgetGivenUp('companies/1/a/')
  expect([readGivenUp(1), readGivenUp(12)]).toEqual([[], ['companies/12/b/']])
})

test('is not noted for longer than the server has it', () => {
  noteGivenUp('companies/1/old/')
  vi.setSystemTime(Date.now() + 25 * HOUR_MS)
  noteGivenUp('companies/2/new/')
  expect(readGivenUp(1)).toEqual(['companies/1/old/'])
  vi.setSystemTime(Date.now() + 25 * HOUR_MS)
  noteGivenUp('companies/2/newer/')
  expect(readGivenUp(1)).toEqual([])
  expect(localStorage.getItem('uploads-given-up')).not.toContain('old')
})

test.each(['', 'null', '{}', '[null]', '["companies/1/a/"]'])('%j is nothing that was noted', (text) => {
  localStorage.setItem('uploads-given-up', text)
  expect(readGivenUp(1)).toEqual([])
})
