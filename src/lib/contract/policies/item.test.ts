import * as v from 'valibot'
import { expect, test } from 'vitest'
import { applicationWindow, writtenWindow } from './item.ts'

test.each([
  'rolling',
  'rolling//2026-12-31',
  'law',
  'unknown',
  'batches',
  'batches/11/2',
  'batches/7/9/2027-12-31',
  'batches///2027-12-31',
  'batches///2027-12-31/2026',
  'batches/7/9//2026',
  'in_force',
  'in_force/2023-01-01/',
  'in_force//2027-12-31',
  'dated//2026-11-30',
  'dated/2026-02-01/2026-11-30',
])('%j is a written window', (text) => {
  expect(v.is(writtenWindow, text)).toBe(true)
})

test.each([
  '',
  'always',
  'dated',
  'dated/2026-02-01/',
  'law/1/2',
  'batches/7',
  'batches//',
  'rolling/2026-12-31',
  'in_force/2023/',
])('%j is none', (text) => {
  expect(v.is(writtenWindow, text)).toBe(false)
})

test('windows that were written before they had an end are read', () => {
  for (const window of [{ kind: 'rolling' }, { kind: 'batches', months: [7, 9] }])
    expect(v.parse(applicationWindow, window)).toEqual(window)
  expect(v.is(applicationWindow, { kind: 'rolling', closes: '2026-12' })).toBe(false)
  expect(v.is(applicationWindow, { kind: 'rolling', closes: null })).toBe(true)
})
