/** A person's sessions, for that person. */
import type { OwnSession } from '../../src/lib/contract/account/own-session.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import type { Session } from './sessions.ts'

export async function sessionsOf(
  db: Database,
  { customer, tokenHash }: Session,
  nowMs: number,
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['token_hash', 'device', 'created_at', 'seen_at'])
    .where('customer_id', '=', customer.id)
    .where('expires_at', '>', nowMs)
    .orderBy('seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  return rows
    .map(({ token_hash, device, created_at, seen_at }) => ({
      device,
      current: token_hash === tokenHash,
      gmt_create: toTimestamp(created_at),
      seen_at: toTimestamp(seen_at),
    }))
    .sort((a, b) => Number(b.current) - Number(a.current))
}

/** Returns how many were ended. */
export async function endOthers(db: Database, { customer, tokenHash }: Session): Promise<number> {
  const ended = await db
    .deleteFrom('sessions')
    .where('customer_id', '=', customer.id)
    .where('token_hash', '!=', tokenHash)
    .returning('token_hash')
    .execute()
  return ended.length
}
