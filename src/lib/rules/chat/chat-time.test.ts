import { expect, test } from 'vitest'
import { formatChatTime, needsTime, waitedFor } from './chat-time.ts'

test('a separator stands before the first message and after a gap of more than 30 minutes', () => {
  const at = '2026-11-21T02:00:00.000Z'
  expect(needsTime(undefined, at)).toBe(true)
  expect(needsTime(at, '2026-11-21T02:30:00.000Z')).toBe(false)
  expect(needsTime(at, '2026-11-21T02:30:00.001Z')).toBe(true)
  expect(needsTime(at, '2026-11-21T01:00:00.000Z')).toBe(false)
})

test.each([
  ['2026-11-20T16:05:00.000Z', '00:05'],
  ['2026-11-20T15:59:00.000Z', '昨天 23:59'],
  ['2026-11-02T02:05:00.000Z', '11月2日 10:05'],
  ['2025-11-02T02:05:00.000Z', '2025年11月2日 10:05'],
  ['2026-11-21T16:30:00.000Z', '11月22日 00:30'],
])('%s reads %s on 21 November 2026 in China', (timestamp, expected) => {
  expect(formatChatTime(timestamp, Date.parse('2026-11-21T04:00:00.000Z'))).toBe(expected)
})

const SINCE = '2026-11-21T02:00:00.000Z'
const MINUTE = 60_000

test.each([
  [-MINUTE, '不到 1 分钟'],
  [MINUTE - 1, '不到 1 分钟'],
  [MINUTE, '1 分钟'],
  [59 * MINUTE, '59 分钟'],
  [60 * MINUTE, '1 小时'],
  [24 * 60 * MINUTE - 1, '23 小时'],
  [49 * 60 * MINUTE, '2 天'],
])('after %i ms somebody has waited %s', (ms, expected) => {
  expect(waitedFor(SINCE, Date.parse(SINCE) + ms)).toBe(expected)
})
