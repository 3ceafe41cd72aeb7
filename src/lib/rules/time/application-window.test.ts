import { describe, expect, test } from 'vitest'
import { type ApplicationWindow, windowState, windowWords } from './application-window.ts'

const DATED: ApplicationWindow = { kind: 'dated', opens: '2026-02-01', closes: '2026-11-30' }

describe('state of a window from 2026-02-01 to 2026-11-30', () => {
  test.each([
    ['2026-01-31', { state: 'upcoming', opensInDays: 1 }],
    ['2026-02-01', { state: 'open', daysLeft: 302 }],
    ['2026-10-30', { state: 'open', daysLeft: 31 }],
    ['2026-10-31', { state: 'closing', daysLeft: 30 }],
    ['2026-11-30', { state: 'closing', daysLeft: 0 }],
    ['2026-12-01', { state: 'closed' }],
  ])('on %s', (today, state) => {
    expect(windowState(DATED, today)).toEqual(state)
  })
})

describe('state of other windows', () => {
  test.each<[string, ApplicationWindow, object]>([
    ['rolling', { kind: 'rolling' }, { state: 'rolling' }],
    ['unknown', { kind: 'unknown' }, { state: 'unknown' }],
    [
      'without an opening day it is open',
      { kind: 'dated', opens: null, closes: '2026-12-31' },
      { state: 'open', daysLeft: 364 },
    ],
    [
      'a short window that is yet to open is upcoming, not closing',
      { kind: 'dated', opens: '2026-01-02', closes: '2026-01-03' },
      { state: 'upcoming', opensInDays: 1 },
    ],
  ])('%s', (_, window, state) => {
    expect(windowState(window, '2026-01-01')).toEqual(state)
  })
})

describe('words of a window from 2026-02-01 to 2026-11-30', () => {
  test.each([
    ['2026-01-22', 'upcoming', '未开始', '10 天后开始'],
    ['2026-02-01', 'open', '申报中', '至 2026-11-30'],
    ['2026-11-29', 'closing', '即将截止', '还剩 1 天'],
    ['2026-11-30', 'closing', '即将截止', '今天截止'],
    ['2026-12-01', 'closed', '已截止', '2026-11-30 截止'],
  ])('on %s', (today, tone, label, detail) => {
    expect(windowWords(DATED, today)).toEqual({ tone, label, detail })
  })

  test('长期有效 and 期限待核实 say what follows', () => {
    expect(windowWords({ kind: 'rolling' }, '2026-01-01')).toEqual({
      tone: 'rolling',
      label: '长期有效',
      detail: '随时可办',
    })
    expect(windowWords({ kind: 'unknown' }, '2026-01-01')).toEqual({
      tone: 'unknown',
      label: '期限待核实',
      detail: '以原文为准',
    })
  })
})
