/** Proof of work for a code, asked for when many want one. The puzzle says all that is needed to check it. */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  PUZZLE_BITS_MAX,
  PUZZLE_BITS_MIN,
  PUZZLE_FROM_SHARE,
  PUZZLE_TTL_SECONDS,
  type Puzzle,
} from '../../src/lib/contract/account/sms.ts'
import { beginsWithZeroBits, workOn } from '../../src/lib/rules/text/puzzle.ts'
import type { Database } from '../db/schema.ts'
import { installSecret } from '../db/settings.ts'

/** @param share how full the fullest cap is; from half of it on each step doubles the work */
export function bitsFor(share: number): number {
  if (share < PUZZLE_FROM_SHARE) return 0
  const rise = (Math.min(share, 1) - PUZZLE_FROM_SHARE) / (1 - PUZZLE_FROM_SHARE)
  return PUZZLE_BITS_MIN + Math.floor(rise * (PUZZLE_BITS_MAX - PUZZLE_BITS_MIN))
}

/** Good for codes to this phone, for a few minutes. */
export async function makePuzzle(db: Database, phone: string, bits: number, nowMs: number): Promise<Puzzle> {
  const said = `${bits}.${nowMs + PUZZLE_TTL_SECONDS * 1000}.${randomBytes(12).toString('base64url')}`
  return { text: `${said}.${await sign(db, phone, said)}`, bits }
}

/** Whether the puzzle is ours, for this phone, still good, and solved. Whether it was used before, its row tells. */
export async function isSolved(
  db: Database,
  phone: string,
  { puzzle, nonce }: { puzzle: string; nonce: string },
  nowMs: number,
): Promise<boolean> {
  const [, said = '', bits = '', expires = '', signature = ''] =
    /^((\d+)\.(\d+)\.[\w-]{16})\.([\w-]{43})$/.exec(puzzle) ?? []
  if (said === '' || Number(expires) <= nowMs) return false
  const own = await sign(db, phone, said)
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(own))) return false
  return beginsWithZeroBits(hash('sha256', workOn(puzzle, nonce), 'buffer'), Number(bits))
}

async function sign(db: Database, phone: string, said: string): Promise<string> {
  return createHmac('sha256', await installSecret(db))
    .update(`puzzle:${phone}:${said}`)
    .digest('base64url')
}
