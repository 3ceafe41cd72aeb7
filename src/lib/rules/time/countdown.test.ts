import { expect, test } from 'vitest'
import type { ApplicationWindow } from './application-window.ts'
import { countdown } from './countdown.ts'

const at = (text: string) => Date.parse(`2026-11-${text}+08:00`)
const until = (closes: string, opens: string | null = null) => ({ kind: 'dated' as const, opens, closes })

test.each<[string, ApplicationWindow, string, string]>([
  ['21T10:00', until('2026-12-31'), 'calm', '距截止还有 40 天（2026年12月31日）'],
  ['21T10:00', until('2026-11-24'), 'soon', '距截止还有 3 天（2026年11月24日）'],
  ['21T10:00', until('2026-11-22'), 'soon', '距截止还有 1 天（2026年11月22日）'],
  ['21T10:00', until('2026-11-21'), 'soon', '距截止还有 14 小时 1 分钟（2026年11月21日）'],
  ['21T23:30', until('2026-11-21'), 'soon', '距截止还有 30 分钟（2026年11月21日）'],
  ['21T23:59:59', until('2026-11-21'), 'soon', '距截止还有 1 分钟（2026年11月21日）'],
  ['22T00:00', until('2026-11-21'), 'over', '已于 2026年11月21日截止，不能提交；草稿仍会保留'],
  ['21T10:00', { kind: 'rolling', closes: '2026-11-22' }, 'soon', '距截止还有 1 天（2026年11月22日）'],
  [
    '22T00:00',
    { kind: 'rolling', closes: '2026-11-21' },
    'over',
    '已于 2026年11月21日截止，不能提交；草稿仍会保留',
  ],
  [
    '22T00:00',
    { kind: 'batches', months: null, closes: '2026-11-21' },
    'over',
    '已于 2026年11月21日截止，不能提交；草稿仍会保留',
  ],
  ['21T10:00', until('2026-12-31', '2026-12-01'), 'early', '自 2026年12月1日起受理，可以先保存草稿'],
])('at %s of %j: %s', (now, window, tone, text) => {
  expect(countdown(window, at(now))).toEqual({ tone, text })
})

test('a window without an end has no countdown', () => {
  expect(countdown({ kind: 'rolling' }, at('21T10:00')).text).toBe('长期受理，请记得提交')
  expect(countdown({ kind: 'batches', months: null }, at('21T10:00')).text).toBe(
    '按批次受理，截止日期以当批通知为准',
  )
  // Only the end of the programme is known, not that of its batches.
  expect(countdown({ kind: 'batches', months: null, closes: '2026-11-21' }, at('21T10:00')).text).toBe(
    '按批次受理，截止日期以当批通知为准',
  )
  expect(countdown({ kind: 'law' }, at('21T10:00')).tone).toBe('over')
  expect(countdown({ kind: 'unknown' }, at('21T10:00')).text).toBe('截止日期待核实，请尽早提交')
})
