/**
 * Proof of work: whoever wants a code while many ask looks for a number that makes the hash of the puzzle begin with so
 * many zero bits. To look takes a while, to check takes one hash.
 */

/** What is hashed with SHA-256. */
export function workOn(puzzle: string, nonce: number | string): string {
  return `${puzzle}:${nonce}`
}

/** Whether a hash solves a puzzle. */
export function beginsWithZeroBits(hash: Uint8Array, bits: number): boolean {
  const whole = bits >> 3
  for (let index = 0; index < whole; index += 1) if (hash[index] !== 0) return false
  return (hash[whole] ?? 0) >> (8 - (bits & 7)) === 0
}
