/** Tokens of upstreams in the database, where every process finds them, and who may fetch a new one. */
import type { Database } from '../db/schema.ts'

export interface KeptToken {
  value: string | null
  expires_at: number
}

export function readToken(db: Database, name: string): Promise<KeptToken | undefined> {
  return db
    .selectFrom('upstream_tokens')
    .select(['value', 'expires_at'])
    .where('name', '=', name)
    .executeTakeFirst()
}

interface Claim {
  nowMs: number
  untilMs: number
}

/** True for one caller at a time, until `untilMs` or until it has settled. */
export async function claimRefresh(db: Database, name: string, { nowMs, untilMs }: Claim): Promise<boolean> {
  const claimed = await db
    .insertInto('upstream_tokens')
    .values({ name, value: null, expires_at: 0, refreshing_until: untilMs })
    .onConflict((existing) =>
      existing
        .column('name')
        .doUpdateSet({ refreshing_until: untilMs })
        .where('upstream_tokens.refreshing_until', '<=', nowMs),
    )
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Keeps what was fetched, if anything; nobody fetches again before `restUntilMs`. */
export async function settleRefresh(
  db: Database,
  name: string,
  fetched: { value: string; expires_at: number } | undefined,
  restUntilMs: number,
): Promise<void> {
  await db
    .updateTable('upstream_tokens')
    .set({ ...fetched, refreshing_until: restUntilMs })
    .where('name', '=', name)
    .execute()
}

/** Takes a token out of use, unless another has already replaced it. */
export async function dropToken(db: Database, name: string, value: string): Promise<void> {
  await db
    .updateTable('upstream_tokens')
    .set({ value: null, expires_at: 0, refreshing_until: 0 })
    .where('name', '=', name)
    .where('value', '=', value)
    .execute()
}
