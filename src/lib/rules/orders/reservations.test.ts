import { expect, test } from 'vitest'
import { canCancel, cancelWords, needsTime, timeSpan } from './reservations.ts'

test('a time in Chinese', () => {
  expect(timeSpan('2026-11-25T02:00:00.000Z', '2026-11-25T02:50:00.000Z')).toBe('11月25日周三 10:00—10:50')
  expect(timeSpan('2026-11-25T02:00:00.000Z', null)).toBe('11月25日周三 10:00')
})

const TALK = {
  kind: 'expert',
  state: 'confirmed',
  starts_at: '2026-11-25T02:00:00.000Z',
  ends_at: '2026-11-25T02:50:00.000Z',
} as const
const END = Date.parse(TALK.ends_at)
const OPEN = { starts_at: null, ends_at: null }

test('a confirmed reservation can be cancelled until it is over', () => {
  expect([END - 1, END].map((nowMs) => canCancel(TALK, nowMs))).toEqual([true, false])
  const moment = { ...TALK, kind: 'fund', ends_at: null } as const
  expect(canCancel(moment, Date.parse(TALK.starts_at))).toBe(false)
  expect(canCancel({ ...TALK, ...OPEN }, END)).toBe(true)
})

test('a request can always be cancelled, a closed one never', () => {
  expect(canCancel({ ...TALK, state: 'requested' }, END)).toBe(true)
  for (const state of ['declined', 'cancelled', 'done'] as const)
    expect(canCancel({ ...TALK, state }, 0)).toBe(false)
})

test('a time is needed if the company left it open, except for a higher level', () => {
  expect(needsTime({ ...TALK, ...OPEN })).toBe(true)
  expect(needsTime(TALK)).toBe(false)
  expect(needsTime({ ...TALK, ...OPEN, state: 'declined' })).toBe(false)
  expect(needsTime({ ...TALK, ...OPEN, kind: 'upgrade' })).toBe(false)
})

test('only the time of an expert goes to another company', () => {
  const others = [
    { ...TALK, ...OPEN },
    { ...TALK, kind: 'fund' },
    { ...TALK, ...OPEN, kind: 'upgrade' },
  ] as const
  expect(cancelWords(TALK)).toContain('开放给其他人')
  for (const other of others) expect(cancelWords(other)).not.toContain('开放给其他人')
})
