import { expect, test } from 'vitest'
import { beginsWithZeroBits } from './puzzle.ts'

test.each([
  [[255], 0, true],
  [[128], 1, false],
  [[127], 1, true],
  [[0, 255], 8, true],
  [[0, 128], 9, false],
  [[0, 64], 9, true],
  [[1, 0], 8, false],
  [[0, 15], 12, true],
  [[0, 16], 12, false],
])('%j begins with %i zero bits: %s', (hash, bits, begins) => {
  expect(beginsWithZeroBits(Uint8Array.from(hash), bits)).toBe(begins)
})
