import * as v from 'valibot'
import { expect, test } from 'vitest'
import { applicationWindow } from './item.ts'

test('windows that were written before they had an end are read', () => {
  for (const window of [{ kind: 'rolling' }, { kind: 'batches', months: [7, 9] }])
    expect(v.parse(applicationWindow, window)).toEqual(window)
  expect(v.is(applicationWindow, { kind: 'rolling', closes: '2026-12' })).toBe(false)
  expect(v.is(applicationWindow, { kind: 'rolling', closes: null })).toBe(true)
})
