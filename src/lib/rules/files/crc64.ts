/** CRC-64/XZ, the checksum of `x-oss-hash-crc64ecma`: processes eight bytes a step, and 64 bits as two halves. */

const POLY_HIGH = 0xc96c5795
const POLY_LOW = 0xd7870f42
const MASK = 0xffffffffn

/** Table k, byte b at `k * 256 + b`: the result of b after k more bytes. */
const HIGH = new Int32Array(8 * 256)
const LOW = new Int32Array(8 * 256)

for (let byte = 0; byte < 256; byte++) {
  let high = 0
  let low = byte
  for (let bit = 0; bit < 8; bit++) {
    const carry = low & 1
    low = (low >>> 1) | (high << 31)
    high >>>= 1
    if (carry) {
      low ^= POLY_LOW
      high ^= POLY_HIGH
    }
  }
  HIGH[byte] = high
  LOW[byte] = low
}
for (let at = 256; at < HIGH.length; at++) {
  const high = HIGH[at - 256] ?? 0
  const low = LOW[at - 256] ?? 0
  HIGH[at] = (high >>> 8) ^ (HIGH[low & 255] ?? 0)
  LOW[at] = ((low >>> 8) | (high << 24)) ^ (LOW[low & 255] ?? 0)
}

export class Crc64 {
  #high = ~0
  #low = ~0

  /** One loop without helpers: browsers optimise it after a few pieces instead of after a hundred megabytes. */
  update(bytes: Uint8Array): void {
    let high = this.#high
    let low = this.#low
    let at = 0
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (const end = bytes.byteLength - 7; at < end; at += 8) {
      const a = low ^ view.getInt32(at, true)
      const b = high ^ view.getInt32(at + 4, true)
      const a0 = 1792 + (a & 255)
      const a1 = 1536 + ((a >>> 8) & 255)
      const a2 = 1280 + ((a >>> 16) & 255)
      const a3 = 1024 + (a >>> 24)
      const b0 = 768 + (b & 255)
      const b1 = 512 + ((b >>> 8) & 255)
      const b2 = 256 + ((b >>> 16) & 255)
      const b3 = b >>> 24
      high =
        (HIGH[a0] ?? 0) ^
        (HIGH[a1] ?? 0) ^
        (HIGH[a2] ?? 0) ^
        (HIGH[a3] ?? 0) ^
        (HIGH[b0] ?? 0) ^
        (HIGH[b1] ?? 0) ^
        (HIGH[b2] ?? 0) ^
        (HIGH[b3] ?? 0)
      low =
        (LOW[a0] ?? 0) ^
        (LOW[a1] ?? 0) ^
        (LOW[a2] ?? 0) ^
        (LOW[a3] ?? 0) ^
        (LOW[b0] ?? 0) ^
        (LOW[b1] ?? 0) ^
        (LOW[b2] ?? 0) ^
        (LOW[b3] ?? 0)
    }
    for (; at < bytes.byteLength; at++) {
      const index = (low ^ (bytes[at] ?? 0)) & 255
      low = ((low >>> 8) | (high << 24)) ^ (LOW[index] ?? 0)
      high = (high >>> 8) ^ (HIGH[index] ?? 0)
    }
    this.#high = high
    this.#low = low
  }

  digest(): bigint {
    return join(~this.#high, ~this.#low)
  }
}

function join(high: number, low: number): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
}

/** Returns the checksum of A followed by B, from the checksum of each and the length of B, without reading them again. */
export function combineCrc64(a: bigint, b: bigint, bytesOfB: number): bigint {
  let shift = 1n << 63n
  for (let rest = bytesOfB, power = 3; rest > 0; rest = Math.floor(rest / 2), power++) {
    if (rest % 2 === 1) shift = multiply(POWERS[power] ?? 0n, shift)
  }
  return multiply(shift, a) ^ b
}

/** Multiplies two polynomials modulo the checksum's; the highest power is in the lowest bit. */
function multiply(a: bigint, b: bigint): bigint {
  let aHigh = Number(a >> 32n)
  let aLow = Number(a & MASK)
  let bHigh = Number(b >> 32n)
  let bLow = Number(b & MASK)
  let high = 0
  let low = 0
  while (aHigh !== 0 || aLow !== 0) {
    if (aHigh & 0x80000000) {
      high ^= bHigh
      low ^= bLow
    }
    aHigh = (aHigh << 1) | (aLow >>> 31)
    aLow <<= 1
    const carry = bLow & 1
    bLow = (bLow >>> 1) | (bHigh << 31)
    bHigh >>>= 1
    if (carry) {
      bLow ^= POLY_LOW
      bHigh ^= POLY_HIGH
    }
  }
  return join(high, low)
}

/** x to the power of 2^n. */
const POWERS: bigint[] = [1n << 62n]
for (let n = 1; n < 58; n++) POWERS.push(multiply(POWERS[n - 1] ?? 0n, POWERS[n - 1] ?? 0n))
