import * as v from 'valibot'
import { expect, test } from 'vitest'
import { writtenWindow } from './item.ts'

test.each([
  'rolling',
  'law',
  'unknown',
  'batches',
  'batches/11/2',
  'in_force',
  'in_force/2023-01-01/',
  'in_force//2027-12-31',
  'dated//2026-11-30',
  'dated/2026-02-01/2026-11-30',
])('%j is a written window', (text) => {
  expect(v.is(writtenWindow, text)).toBe(true)
})

test.each(['', 'always', 'dated', 'dated/2026-02-01/', 'law/1/2', 'batches/7', 'in_force/2023/'])(
  '%j is none',
  (text) => {
    expect(v.is(writtenWindow, text)).toBe(false)
  },
)
