import { hash } from 'node:crypto'
import type { Puzzle } from '../../src/lib/contract/account/sms.ts'
import { beginsWithZeroBits, workOn } from '../../src/lib/rules/text/puzzle.ts'

/** As quick as a machine does it that does nothing else. */
export function solveAtOnce({ text, bits }: Puzzle): { puzzle: string; nonce: string } {
  let nonce = 0
  while (!beginsWithZeroBits(hash('sha256', workOn(text, nonce), 'buffer'), bits)) nonce += 1
  return { puzzle: text, nonce: String(nonce) }
}
