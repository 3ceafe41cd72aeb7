/** Verification codes: made for one browser, kept hashed, used once (behaviour B5.1). */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { SMS_CODE_DIGITS, SMS_CODE_TRIES, SMS_CODE_TTL_SECONDS } from '../../src/lib/contract/account/sms.ts'
import type { Database } from '../db/schema.ts'
import { installSecret } from '../db/settings.ts'

export function makeCode(): string {
  return String(randomInt(10 ** SMS_CODE_DIGITS)).padStart(SMS_CODE_DIGITS, '0')
}

export interface Challenged {
  browserHash: string
  phone: string
}

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

/** The count goes up in the statement that reads the hash, so that parallel guesses all count. */
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

/** Takes a matched code out of use. Returns false if another request was first: a code opens one login. */
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

async function hashCode(db: Database, phone: string, code: string): Promise<string> {
  return createHmac('sha256', await installSecret(db))
    .update(`${phone}:${code}`)
    .digest('hex')
}
