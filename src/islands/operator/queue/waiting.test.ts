import { expect, test } from 'vitest'
import { waitedFor } from './waiting.ts'

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
])('after %i ms: %s', (ms, expected) => {
  expect(waitedFor(SINCE, Date.parse(SINCE) + ms)).toBe(expected)
})
