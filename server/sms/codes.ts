/** Verification codes: made for one browser, kept hashed, used once (behaviour B5.1). */
import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import {
  PUZZLE_BITS_MAX,
  PUZZLE_BITS_MIN,
  PUZZLE_FROM_SHARE,
  PUZZLE_TTL_SECONDS,
  type Puzzle,
  SMS_CODE_DIGITS,
  SMS_CODE_TRIES,
  SMS_CODE_TTL_SECONDS,
} from '../../src/lib/contract/account/sms.ts'
import { beginsWithZeroBits, workOn } from '../../src/lib/rules/text/puzzle.ts'
import type { Database } from '../db/schema.ts'
import { installSecret } from '../db/settings.ts'

/** Six digits from the system's cryptographic source; leading zeros are kept. */
export function makeCode(): string {
  return String(randomInt(10 ** SMS_CODE_DIGITS)).padStart(SMS_CODE_DIGITS, '0')
}

/** A phone, and the browser that wants to log in with it. */
export interface Challenged {
  browserHash: string
  phone: string
}

/** Stores the new code of a phone in a browser; the one before it, if any, no longer opens anything. */
export async function storeCode(
  db: Database,
  { browserHash, phone, address }: Challenged & { address: string },
  code: string,
  nowMs: number,
): Promise<void> {
  const row = {
    browser_hash: browserHash,
    phone,
    address,
    code_hash: await hashCode(db, phone, code),
    expires_at: nowMs + SMS_CODE_TTL_SECONDS * 1000,
    tries: 0,
  }
  await db
    .insertInto('sms_codes')
    .values(row)
    .onConflict((existing) => existing.columns(['browser_hash', 'phone']).doUpdateSet(row))
    .execute()
}

/**
 * Spends one of the tries and compares. The count goes up in the same statement that reads the hash, outside any
 * transaction, so that parallel guesses are all counted and no rollback gives a try back.
 */
export async function matchesCode(
  db: Database,
  { browserHash, phone }: Challenged,
  code: string,
  nowMs: number,
): Promise<boolean> {
  const stored = await db
    .updateTable('sms_codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('browser_hash', '=', browserHash)
    .where('phone', '=', phone)
    .where('expires_at', '>', nowMs)
    .where('tries', '<', SMS_CODE_TRIES)
    .returning('code_hash')
    .executeTakeFirst()
  const given = await hashCode(db, phone, code)
  return stored !== undefined && timingSafeEqual(Buffer.from(stored.code_hash), Buffer.from(given))
}

/** Takes a matched code out of use. False when somebody else was quicker: only one login is opened by it. */
export async function takeCode(
  db: Database,
  { browserHash, phone }: Challenged,
  code: string,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('sms_codes')
    .where('browser_hash', '=', browserHash)
    .where('phone', '=', phone)
    .where('code_hash', '=', await hashCode(db, phone, code))
    .returning('phone')
    .executeTakeFirst()
  return taken !== undefined
}

export async function forgetCodes(db: Database, nowMs: number): Promise<void> {
  await db.deleteFrom('sms_codes').where('expires_at', '<=', nowMs).execute()
}

async function hashCode(db: Database, phone: string, code: string): Promise<string> {
  return createHmac('sha256', await installSecret(db))
    .update(`${phone}:${code}`)
    .digest('hex')
}

// Proof of work for a code, asked for when many want one. The puzzle says all that is needed to check it.

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
