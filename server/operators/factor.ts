/**
 * The second factor of operators: codes of an authenticator app (RFC 6238, of HMAC-SHA-1 with 6 digits and steps of 30
 * seconds, which all apps know), and recovery codes for a lost phone (behaviour B4.10).
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import {
  FACTOR_DIGITS,
  FACTOR_PAUSE_MINUTES,
  FACTOR_STEP_SECONDS,
  FACTOR_TRIES,
  RECOVERY_CODES,
} from '../../src/lib/contract/operator/operator.ts'
import { INVITATION_ALPHABET, normaliseInvitation } from '../../src/lib/rules/text/invitation-code.ts'
import { MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import type { Database } from '../db/schema.ts'
import { installSecret } from '../db/settings.ts'
import type { Session } from '../sessions/sessions.ts'

const SECRET_BYTES = 20
/** Tolerance for a phone's clock, in steps. */
const DRIFT = 1

/** Returns the code of a step of time (RFC 4226, section 5.3). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const from = mac.readUInt8(mac.length - 1) & 0xf
  const number = (mac.readUInt32BE(from) & 0x7fffffff) % 10 ** FACTOR_DIGITS
  return String(number).padStart(FACTOR_DIGITS, '0')
}

/** Returns the step of a code. The comparison takes the same time for all steps. */
function stepOf(secret: Buffer, typed: string, nowMs: number): number | undefined {
  const now = Math.floor(nowMs / 1000 / FACTOR_STEP_SECONDS)
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => now - DRIFT + index)
  const fitting = steps.filter((step) =>
    timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(typed)),
  )
  return fitting.at(-1)
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding: five bytes are eight letters. */
function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('')
}

/** AES-256-GCM with a key outside the database, bound to the operator. */
async function seal(db: Database, operatorId: number, secret: Buffer): Promise<string> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await sealingKey(db), nonce).setAAD(boundTo(operatorId))
  const hidden = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64')
}

/** Returns undefined after a change of the installation's secret, or for another operator. */
async function unseal(db: Database, operatorId: number, sealed: string): Promise<Buffer | undefined> {
  const bytes = Buffer.from(sealed, 'base64')
  const key = await sealingKey(db)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(boundTo(operatorId))
    .setAuthTag(bytes.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  } catch {
    return undefined
  }
}

async function sealingKey(db: Database): Promise<Buffer> {
  return Buffer.from(hkdfSync('sha256', await installSecret(db), '', 'second factor of operators', 32))
}

function boundTo(operatorId: number): Buffer {
  return Buffer.from(`operator ${operatorId}`)
}

/** Returns the secret of this session's set-up. Undefined: there is a factor already. */
export async function beginSetUp(
  db: Database,
  { tokenHash, operator }: OfOperator,
): Promise<string | undefined> {
  if (operator.factorMs !== null) return undefined
  const begun = await secretInSession(db, { tokenHash, operator })
  if (begun) return toBase32(begun.secret)
  const secret = randomBytes(SECRET_BYTES)
  const new_secret = await seal(db, operator.id, secret)
  await db.updateTable('sessions').set({ new_secret }).where('token_hash', '=', tokenHash).execute()
  return toBase32(secret)
}

async function secretInSession(db: Database, { tokenHash, operator }: OfOperator) {
  const session = db.selectFrom('sessions').select('new_secret').where('token_hash', '=', tokenHash)
  const sealed = (await session.executeTakeFirst())?.new_secret
  const secret = sealed ? await unseal(db, operator.id, sealed) : undefined
  return sealed && secret ? { sealed, secret } : undefined
}

/** Activates a new secret by its first code. Returns the recovery codes; undefined: a wrong code, or no set-up. */
export async function completeSetUp(
  db: Database,
  { tokenHash, operator }: OfOperator,
  typed: string,
  nowMs: number,
): Promise<string[] | undefined> {
  const begun = await secretInSession(db, { tokenHash, operator })
  const step = begun && stepOf(begun.secret, typed, nowMs)
  if (!step) return undefined
  const codes = await makeRecoveryCodes()
  return db.transaction().execute(async (transaction) => {
    const taken = await transaction
      .updateTable('operators')
      .set({ secret: begun.sealed, used_step: step, tries: 0 })
      .where('id', '=', operator.id)
      .where('secret', 'is', null)
      .where('withdrawn_at', 'is', null)
      .returning('phone')
      .executeTakeFirst()
    if (!taken) return undefined
    await forgetProofs(transaction, taken.phone)
    await replaceRecoveryCodes(transaction, operator.id, codes)
    await markFactor(transaction, tokenHash, nowMs)
    return codes.map(({ text }) => text)
  })
}

export type OfOperator = Pick<Session, 'tokenHash'> & { operator: NonNullable<Session['operator']> }

/** `lost`: the installation's secret has changed, and the factor's is unreadable. */
export type FactorOutcome =
  | { is: 'right' }
  | { is: 'wrong' }
  | { is: 'lost' }
  | { is: 'too-often'; waitMs: number }

/**
 * Counts a try and compares the code. One statement counts and reads the secret, so that parallel guesses count. A step of
 * time, and earlier ones, open once (RFC 6238, section 5.2).
 */
export async function tryFactor(
  db: Database,
  { tokenHash, operator }: OfOperator,
  typed: string,
  nowMs: number,
): Promise<FactorOutcome> {
  const rested = nowMs - FACTOR_PAUSE_MINUTES * MINUTE_MS
  const tried = await db
    .updateTable('operators')
    .set((row) => ({ tries: row('tries', '+', 1), tried_at: nowMs }))
    .where('id', '=', operator.id)
    .where((row) => row.or([row('tries', '<', FACTOR_TRIES), row('tried_at', '<=', rested)]))
    .returning('secret')
    .executeTakeFirst()
  if (!tried) {
    const row = db.selectFrom('operators').select('tried_at').where('id', '=', operator.id)
    const { tried_at } = await row.executeTakeFirstOrThrow()
    return { is: 'too-often', waitMs: tried_at - rested }
  }
  if (!tried.secret) return { is: 'wrong' }
  const secret = await unseal(db, operator.id, tried.secret)
  if (!secret) return { is: 'lost' }
  const step = stepOf(secret, typed, nowMs)
  if (step === undefined) return { is: 'wrong' }
  const isFirst = await db.transaction().execute(async (transaction) => {
    const used = await transaction
      .updateTable('operators')
      .set({ used_step: step, tries: 0 })
      .where('id', '=', operator.id)
      .where('secret', '=', tried.secret)
      .where('used_step', '<', step)
      .returning('id')
      .executeTakeFirst()
    if (used) await markFactor(transaction, tokenHash, nowMs)
    return used !== undefined
  })
  return { is: isFirst ? 'right' : 'wrong' }
}

/** Uses up a recovery code. Returns whether it is right. */
export async function takeRecoveryCode(
  db: Database,
  { tokenHash, operator }: OfOperator,
  typed: string,
  nowMs: number,
): Promise<boolean> {
  const code = normaliseInvitation(typed)
  const number = Number(code.at(0))
  if (!Number.isInteger(number)) return false
  const found = await db
    .selectFrom('recovery_codes')
    .select('hash')
    .where('operator_id', '=', operator.id)
    .where('number', '=', number)
    .executeTakeFirst()
  // Takes the same time without a row.
  const [salt = '', hash = ''] = (found?.hash ?? ':').split(':')
  const given = await hashRecoveryCode(code, salt)
  if (!found || !timingSafeEqual(Buffer.from(hash), Buffer.from(given))) return false
  return db.transaction().execute(async (transaction) => {
    // Prevents a reset until the transaction ends.
    const locked = await transaction
      .updateTable('operators')
      .set({ tries: 0 })
      .where('id', '=', operator.id)
      .where('secret', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!locked) return false
    const taken = await transaction
      .deleteFrom('recovery_codes')
      .where('operator_id', '=', operator.id)
      .where('number', '=', number)
      .where('hash', '=', found.hash)
      .returning('number')
      .executeTakeFirst()
    if (!taken) return false
    await markFactor(transaction, tokenHash, nowMs)
    return true
  })
}

/** Removes a factor, in a transaction. Returns the operator's phone; undefined without such an operator. */
export async function removeFactor(transaction: Database, operatorId: number): Promise<string | undefined> {
  const reset = await transaction
    .updateTable('operators')
    .set({ secret: null, tries: 0 })
    .where('id', '=', operatorId)
    .where('withdrawn_at', 'is', null)
    .returning('phone')
    .executeTakeFirst()
  if (!reset) return undefined
  await forgetProofs(transaction, reset.phone)
  await transaction.deleteFrom('recovery_codes').where('operator_id', '=', operatorId).execute()
  return reset.phone
}

/** Forgets proofs and set-ups of all sessions of a person. */
async function forgetProofs(transaction: Database, phone: string): Promise<void> {
  const person = transaction.selectFrom('customers').select('id').where('phone', '=', phone)
  await transaction
    .updateTable('sessions')
    .set({ factor_at: 0, new_secret: null })
    .where('customer_id', 'in', person)
    .execute()
}

async function markFactor(db: Database, tokenHash: string, nowMs: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ factor_at: nowMs, new_secret: null })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** A code is a digit, its number, and these letters: 54 bits. */
const CODE_LETTERS = 11

interface RecoveryCode {
  text: string
  hash: string
}

function makeRecoveryCodes(): Promise<RecoveryCode[]> {
  const made = Array.from({ length: RECOVERY_CODES }, async (_, number) => {
    const letters = Array.from(
      { length: CODE_LETTERS },
      () => INVITATION_ALPHABET[randomInt(INVITATION_ALPHABET.length)],
    )
    const code = `${number}${letters.join('')}`
    const salt = randomBytes(16).toString('hex')
    const hash = `${salt}:${await hashRecoveryCode(code, salt)}`
    return { text: code.replace(/(.{4})(?=.)/g, '$1-'), hash }
  })
  return Promise.all(made)
}

async function replaceRecoveryCodes(transaction: Database, operator_id: number, codes: RecoveryCode[]) {
  await transaction.deleteFrom('recovery_codes').where('operator_id', '=', operator_id).execute()
  const rows = codes.map(({ hash }, number) => ({ operator_id, number, hash }))
  await transaction.insertInto('recovery_codes').values(rows).execute()
}

const derive = promisify<string, string, number, Buffer>(scrypt)

/** A slow hash: codes live for years. */
async function hashRecoveryCode(code: string, salt: string): Promise<string> {
  return (await derive(code, salt, 32)).toString('hex')
}
