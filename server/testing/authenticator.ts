/** An authenticator app. */
import { FACTOR_STEP_SECONDS } from '../../src/lib/contract/operator/operator.ts'
import { codeAt } from '../operators/factor.ts'

/** Returns the code of a moment for a key. */
export function shownDigits(key: string, atMs: number): string {
  return codeAt(fromBase32(key), Math.floor(atMs / 1000 / FACTOR_STEP_SECONDS))
}

export function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
