/** Sessions: opaque random tokens, of which the database has only the hash. */
import { hash, randomBytes } from 'node:crypto'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { SESSION_DAYS_MAX } from '../../src/lib/contract/account/own-session.ts'
import { DAY_MS, HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import { toCustomer } from '../customers/customers.ts'
import type { Database } from '../db/schema.ts'
import { clientAddress } from '../http/client.ts'
import type { AppContext } from '../http/types.ts'
import { describeError } from '../log.ts'
import { readSessionToken, SESSION_SECONDS, writeSessionCookies } from './cookies.ts'

export interface Session {
  tokenHash: string
  customer: Customer
  provedMs: number
  operator?: {
    id: number
    /** Time of the last second factor in this session, 0 for never; null without one. */
    factorMs: number | null
  }
}

const SEEN_EVERY_MS = HOUR_MS
const LIFE_MS = SESSION_DAYS_MAX * DAY_MS

export async function startSession(
  db: Database,
  of: { customer_id: number; device: string | null; address: string; browser_hash: string },
  nowMs: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      ...of,
      token_hash: hashToken(token),
      created_at: nowMs,
      expires_at: nowMs + SESSION_SECONDS * 1000,
      seen_at: nowMs,
      proved_at: nowMs,
    })
    .execute()
  return token
}

export async function markProved(db: Database, tokenHash: string, nowMs: number): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: nowMs }).where('token_hash', '=', tokenHash).execute()
}

export async function endSession(db: Database, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Returns the session of a request, and extends it (with its cookies) if its last use was a while ago. */
export async function currentSession(context: AppContext): Promise<Session | undefined> {
  const token = readSessionToken(context)
  if (!token) return undefined
  const { db, now } = context.get('services')
  const tokenHash = hashToken(token)
  const row = await findSession(db, tokenHash)
  const nowMs = now()
  if (!row || row.expires_at <= nowMs || row.created_at <= nowMs - LIFE_MS) return undefined
  if (row.seen_at <= nowMs - SEEN_EVERY_MS) {
    const expires_at = Math.min(nowMs + SESSION_SECONDS * 1000, row.created_at + LIFE_MS)
    const seen = { seen_at: nowMs, expires_at, address: clientAddress(context) }
    // Reads must still work when the database is read-only.
    await db
      .updateTable('sessions')
      .set(seen)
      .where('token_hash', '=', tokenHash)
      .execute()
      .then(
        () => writeSessionCookies(context, token),
        (error: unknown) => noteNotWritten(context, error),
      )
  }
  const { operator_id, has_factor, factor_at } = row
  return {
    tokenHash,
    customer: toCustomer(row, operator_id !== null),
    provedMs: row.proved_at,
    ...(operator_id !== null && { operator: { id: operator_id, factorMs: has_factor ? factor_at : null } }),
  }
}

function noteNotWritten(context: AppContext, error: unknown): void {
  const { buckets, log, now } = context.get('services')
  const event = 'session-not-lengthened'
  if (buckets.take(event, { burst: 1, perMinute: 1 }, now()) > 0) return
  log({ level: 'error', event, ...describeError(error) })
}

function findSession(db: Database, tokenHash: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('customers', 'customers.id', 'sessions.customer_id')
    .innerJoin('companies', 'companies.id', 'company_id')
    .leftJoin('operators', (join) =>
      join.onRef('operators.phone', '=', 'customers.phone').on('operators.withdrawn_at', 'is', null),
    )
    .where('token_hash', '=', tokenHash)
    .select(['customers.id', 'customers.phone', 'customers.name', 'company_id'])
    .select('companies.name as company_name')
    .select(['sessions.created_at', 'expires_at', 'seen_at', 'proved_at'])
    .select((row) => [
      'factor_at',
      'operators.id as operator_id',
      row('secret', 'is not', null).as('has_factor'),
    ])
    .executeTakeFirst()
}

function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}
