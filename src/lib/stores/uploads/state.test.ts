import { describe, expect, test } from 'vitest'
import { noticeTeller, type UploadItem, type UploadState } from './state.ts'

const QUEUED: UploadState = { status: 'queued' }
const DONE: UploadState = { status: 'done', file: {} as never }
const LATE: UploadState = { status: 'done', file: {} as never, isLate: true }
const FAILED: UploadState = { status: 'failed', text: '', isFull: false }
const SKIPPED: UploadState = { status: 'cancelled', how: 'skipped' }
const CANCELLED: UploadState = { status: 'cancelled', how: 'clean' }

const items = (states: readonly UploadState[]) =>
  states.map((state, index) => ({ id: index + 1, state }) as UploadItem)

/** Returns the notices for a sequence of list states. */
function said(...steps: UploadState[][]) {
  const [first = [], ...later] = steps.map(items)
  const noticeOf = noticeTeller(first)
  return later.map((uploads) => noticeOf(uploads))
}

test.each<[string, UploadState[][], (string | undefined)[]]>([
  [
    'the last is through',
    [
      [QUEUED, QUEUED],
      [DONE, QUEUED],
      [DONE, DONE],
    ],
    [undefined, '上传成功'],
  ],
  [
    'the last is skipped',
    [
      [QUEUED, QUEUED],
      [DONE, QUEUED],
      [DONE, SKIPPED],
    ],
    [undefined, '上传成功'],
  ],
  [
    'all are skipped',
    [
      [QUEUED, QUEUED],
      [SKIPPED, QUEUED],
      [SKIPPED, SKIPPED],
    ],
    [undefined, undefined],
  ],
  [
    'one fails',
    [
      [QUEUED, QUEUED],
      [FAILED, QUEUED],
      [FAILED, DONE],
    ],
    ['上传失败', '上传成功'],
  ],
  [
    'one is cancelled',
    [
      [QUEUED, QUEUED],
      [CANCELLED, QUEUED],
      [CANCELLED, DONE],
    ],
    ['取消成功!', '上传成功'],
  ],
  ['one was cancelled too late', [[QUEUED], [LATE]], ['已经存入，来不及取消']],
])('%s', (_, steps, words) => {
  expect(said(...steps)).toEqual(words)
})

describe('a success is announced once', () => {
  test('also when the next queue has none', () => {
    expect(said([QUEUED], [DONE], [DONE, QUEUED], [DONE, SKIPPED])).toEqual([
      '上传成功',
      undefined,
      undefined,
    ])
  })

  test('and not when finished ones are removed from the list', () => {
    expect(said([DONE, FAILED], [DONE], [])).toEqual([undefined, undefined])
  })

  test('and one that was too late is none', () => {
    expect(said([QUEUED, QUEUED], [LATE, QUEUED], [LATE, SKIPPED])).toEqual([
      '已经存入，来不及取消',
      undefined,
    ])
  })
})
