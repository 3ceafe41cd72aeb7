import { describe, expect, test } from 'vitest'
import {
  type ApplicationWindow,
  isBatchOver,
  leftWords,
  windowState,
  windowWords,
} from './application-window.ts'

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
    ['batches', { kind: 'batches', months: [7, 9] }, { state: 'batches' }],
    ['rolling on its last day', { kind: 'rolling', closes: '2026-01-01' }, { state: 'closing', daysLeft: 0 }],
    ['rolling on the day after', { kind: 'rolling', closes: '2025-12-31' }, { state: 'closed' }],
    ['rolling 30 days before', { kind: 'rolling', closes: '2026-01-31' }, { state: 'closing', daysLeft: 30 }],
    ['rolling 31 days before', { kind: 'rolling', closes: '2026-02-01' }, { state: 'rolling' }],
    [
      'batches on the last day',
      { kind: 'batches', months: null, closes: '2026-01-01' },
      { state: 'batches' },
    ],
    [
      'batches on the day after',
      { kind: 'batches', months: null, closes: '2025-12-31' },
      { state: 'closed' },
    ],
    ['a law', { kind: 'law' }, { state: 'law' }],
    ['a relief without an end', { kind: 'in_force', opens: null, closes: null }, { state: 'in_force' }],
    [
      'a relief on its last day',
      { kind: 'in_force', opens: null, closes: '2026-01-01' },
      { state: 'in_force' },
    ],
    [
      'a relief on the day after',
      { kind: 'in_force', opens: null, closes: '2025-12-31' },
      { state: 'closed' },
    ],
    [
      'a relief on its first day',
      { kind: 'in_force', opens: '2026-01-01', closes: null },
      { state: 'in_force' },
    ],
    [
      'a relief on the day before',
      { kind: 'in_force', opens: '2026-01-02', closes: null },
      { state: 'upcoming', opensInDays: 1 },
    ],
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

describe('the batch of this year is over', () => {
  test.each<[ApplicationWindow, string, boolean]>([
    [{ kind: 'batches', months: [4, 5] }, '2026-03-31', false],
    [{ kind: 'batches', months: [4, 5] }, '2026-04-01', false],
    [{ kind: 'batches', months: [4, 5] }, '2026-05-31', false],
    [{ kind: 'batches', months: [4, 5] }, '2026-06-01', true],
    [{ kind: 'batches', months: [4, 5] }, '2026-12-31', true],
    [{ kind: 'batches', months: [4, 5] }, '2027-01-01', false],
    // From November to February one of the years has an open batch.
    [{ kind: 'batches', months: [11, 2] }, '2026-03-01', false],
    [{ kind: 'batches', months: [11, 2] }, '2026-12-31', false],
    [{ kind: 'batches', months: null }, '2026-12-31', false],
    [{ kind: 'batches', months: null, over: 2026 }, '2026-01-01', true],
    [{ kind: 'batches', months: null, over: 2026 }, '2026-12-31', true],
    [{ kind: 'batches', months: null, over: 2026 }, '2027-01-01', false],
    [{ kind: 'batches', months: [11, 12], over: 2026 }, '2026-11-28', true],
    [{ kind: 'rolling' }, '2026-12-31', false],
  ])('%j on %s: %s', (window, today, over) => {
    expect(isBatchOver(window, today)).toBe(over)
  })
})

describe('words of a window from 2026-02-01 to 2026-11-30', () => {
  test.each([
    ['2026-01-22', 'upcoming', '未开始', '10 天后开始'],
    ['2026-02-01', 'open', '申报中', '至 2026-11-30'],
    ['2026-11-29', 'closing', '即将截止', '还剩 1 天'],
    ['2026-11-30', 'closing', '即将截止', '今天截止'],
    ['2026-12-01', 'closed', '已到期', '2026-11-30'],
  ])('on %s', (today, tone, label, detail) => {
    expect(windowWords(DATED, today)).toEqual({ tone, label, detail })
  })

  test.each<[ApplicationWindow, string, string]>([
    [{ kind: 'in_force', opens: null, closes: '2027-12-31' }, '全年可享', '执行中，至 2027-12-31'],
    [{ kind: 'in_force', opens: null, closes: null }, '全年可享', '执行中'],
    [{ kind: 'rolling' }, '常年受理', '随时可办'],
    [{ kind: 'rolling', closes: '2026-12-31' }, '常年受理', '至 2026-12-31'],
    [{ kind: 'rolling', closes: '2026-01-31' }, '即将截止', '还剩 30 天'],
    [{ kind: 'rolling', closes: '2025-12-31' }, '已到期', '2025-12-31'],
    [{ kind: 'batches', months: [7, 9] }, '按批次受理', '通常 7–9 月'],
    [{ kind: 'batches', months: [7, 7] }, '按批次受理', '通常 7 月'],
    [{ kind: 'batches', months: [7, 9], closes: '2027-12-31' }, '按批次受理', '通常 7–9 月'],
    [{ kind: 'batches', months: null, closes: '2026-01-31' }, '按批次受理', '至 2026-01-31'],
    [{ kind: 'batches', months: null }, '按批次受理', '以当批通知为准'],
    [{ kind: 'batches', months: [7, 9], closes: '2025-12-31' }, '已到期', '2025-12-31'],
    [{ kind: 'law' }, '法律法规', '无须申报'],
    [{ kind: 'unknown' }, '期限待核实', '以原文为准'],
  ])('%j says what follows', (window, label, detail) => {
    expect(windowWords(window, '2026-01-01')).toMatchObject({ label, detail })
  })

  test.each<[ApplicationWindow, string]>([
    [{ kind: 'batches', months: [4, 5] }, '下一批通常 4–5 月'],
    [{ kind: 'batches', months: null, over: 2026 }, '今年的批次已结束'],
    [{ kind: 'batches', months: [4, 5], closes: '2027-12-31' }, '下一批通常 4–5 月'],
    // No batch follows before the end.
    [{ kind: 'batches', months: [4, 5], closes: '2026-12-31' }, '今年的批次已结束'],
  ])('after the batch of this year %j says: %s', (window, detail) => {
    expect(windowWords(window, '2026-11-28')).toMatchObject({ label: '按批次受理', detail })
  })
})

test('on the last day nothing is left but today', () => {
  expect(leftWords(33).join('')).toBe('还剩 33天')
  expect(leftWords(0).join('')).toBe('今天截止')
})
