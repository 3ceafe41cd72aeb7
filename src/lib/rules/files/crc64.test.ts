import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Crc64, combineCrc64 } from './crc64.ts'

function crcOf(...pieces: Uint8Array[]): bigint {
  const crc = new Crc64()
  for (const piece of pieces) crc.update(piece)
  return crc.digest()
}

test('the check value of CRC-64/XZ', () => {
  expect(crcOf(Buffer.from('123456789'))).toBe(0x995dc9bbdf1939fan)
  expect(crcOf()).toBe(0n)
})

test('pieces and wholes agree, and so does the combination', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (a, b) => {
      const whole = crcOf(Buffer.concat([a, b]))
      expect(crcOf(a, b)).toBe(whole)
      expect(combineCrc64(crcOf(a), crcOf(b), b.byteLength)).toBe(whole)
    }),
  )
})
