/** The long runs of uploads can fail: figures beyond their limits are reported. */
import { expect, test } from 'vitest'
import { PART_BYTES } from '../../src/lib/contract/documents/storage.ts'
import { judgeCut, judgeKeys } from '../torture/uploads/limits.ts'

const CUT = {
  status: 'done',
  text: '',
  resentBytes: 2 * PART_BYTES,
  partsInFlight: 2,
  resumedAfterMs: 3000,
} as const
const KEYS = { status: 'done', expiries: 4, renewals: 4, early: 0, again: 0 } as const

test('an interruption within its limits passes', () => {
  expect([...judgeCut(CUT), ...judgeKeys(KEYS)]).toEqual([])
})

test.each([
  [{ status: 'failed', text: '请重试' }, '断线后上传没有完成：failed 请重试'],
  [{ resentBytes: 2 * PART_BYTES + 1 }, '断线后重发 20480001 字节，断开时只有 2 个分片在途'],
  [{ resumedAfterMs: 3001 }, '恢复后 3001 毫秒才继续'],
  [{ resumedAfterMs: Number.POSITIVE_INFINITY }, '恢复后 Infinity 毫秒才继续'],
] as const)('a cut with %j does not', (odd, wrong) => {
  expect(judgeCut({ ...CUT, ...odd })).toEqual([wrong])
})

test.each([
  [{ status: 'failed' }, '凭证更换后上传没有完成：failed'],
  [{ renewals: 0 }, '凭证没有到期，什么也没有验证'],
  [{ early: 1 }, '凭证每次到期应只更换一次，多换了 1 次'],
  [{ again: 1 }, '重发了 1 个已完成的分片'],
] as const)('keys with %j do not', (odd, wrong) => {
  expect(judgeKeys({ ...KEYS, ...odd })).toEqual([wrong])
})
