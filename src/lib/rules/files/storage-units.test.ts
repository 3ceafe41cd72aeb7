import { expect, test } from 'vitest'
import { formatFileSize, formatStorage, usedShare } from './storage-units.ts'

const MB = 1024 ** 2

test.each([
  [0, '0 MB'],
  [1, '0.01 MB'],
  [12.5 * MB, '12.5 MB'],
  [1023 * MB, '1,023 MB'],
  [1024 * MB, '1 GB'],
  [1536 * MB, '1.5 GB'],
  [1024 * 2048 * MB, '2,048 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatStorage(bytes)).toBe(text)
})

test('the bar is full only when no space is left, and never looks empty with a file', () => {
  expect([usedShare(0, 100), usedShare(1, 10_000), usedShare(9_999, 10_000)]).toEqual([0, 1, 99])
  expect([usedShare(100, 100), usedShare(101, 100), usedShare(0, 0)]).toEqual([100, 100, 100])
})

test('small files are counted in bytes', () => {
  expect([0, 3000, 10_239, 10_240].map(formatFileSize)).toEqual(['0 B', '3,000 B', '10,239 B', '0.01 MB'])
})
