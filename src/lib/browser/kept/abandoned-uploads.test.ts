import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetAbandoned, noteAbandoned, readAbandoned } from './abandoned-uploads.ts'

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
  noteAbandoned('companies/1/a/')
  noteAbandoned('companies/12/b/')
  expect(readAbandoned(1)).toEqual(['companies/1/a/'])
  forgetAbandoned('companies/1/a/')
  expect([readAbandoned(1), readAbandoned(12)]).toEqual([[], ['companies/12/b/']])
})

test('is not noted for longer than the server has it', () => {
  noteAbandoned('companies/1/old/')
  vi.setSystemTime(Date.now() + 25 * HOUR_MS)
  noteAbandoned('companies/2/new/')
  expect(readAbandoned(1)).toEqual(['companies/1/old/'])
  vi.setSystemTime(Date.now() + 25 * HOUR_MS)
  noteAbandoned('companies/2/newer/')
  expect(readAbandoned(1)).toEqual([])
  expect(localStorage.getItem('uploads-abandoned')).not.toContain('old')
})

test.each(['', 'null', '{}', '[null]', '["companies/1/a/"]'])('%j is nothing that was noted', (text) => {
  localStorage.setItem('uploads-abandoned', text)
  expect(readAbandoned(1)).toEqual([])
})
