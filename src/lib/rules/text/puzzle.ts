/**
 * Proof of work: a browser that requests a code under load finds a number that makes the hash of the puzzle begin with enough
 * zero bits. Finding it takes time, checking it takes one hash.
 */

/** Returns the input of SHA-256. */
export function workOn(puzzle: string, nonce: number | string): string {
  return `${puzzle}:${nonce}`
}

/** Whether a hash solves a puzzle. */
export function beginsWithZeroBits(hash: Uint8Array, bits: number): boolean {
  const whole = bits >> 3
  for (let index = 0; index < whole; index += 1) if (hash[index] !== 0) return false
  return (hash[whole] ?? 0) >> (8 - (bits & 7)) === 0
}
