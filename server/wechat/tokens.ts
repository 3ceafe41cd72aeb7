/** Tokens that are fetched once for all processes, and again shortly before they expire. */

import { MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import type { Database } from '../db/schema.ts'
import { GatewayError } from '../http/ask-json.ts'
import { describeError, type Log } from '../log.ts'

/** Below the five minutes in which WeChat gives a new token and still accepts the old one. */
export const EARLY_MS = 4 * MINUTE_MS
/** Longer than a fetch with all its steps takes. A process that crashed at it holds it until then. */
const LEASE_MS = 45_000
/** Between two fetches of a token that can still be used. */
export const REST_MS = MINUTE_MS
/** Pause after a failed fetch, so that a wrong secret is not sent with every page view. */
export const FAILED_REST_MS = 5000
const POLL_MS = 250
const POLLS = 60

export interface FreshToken {
  value: string
  expiresAtMs: number
}

export interface TokenTools {
  db: Database
  now: () => number
  wait: (ms: number) => Promise<unknown>
  log: Log
}

export interface Tokens {
  /** `fetchToken` is called by one process at a time. @throws what it throws, if there is no valid token. */
  get: (name: string, fetchToken: () => Promise<FreshToken>) => Promise<string>
  /** The upstream no longer accepts this value. */
  drop: (name: string, value: string) => Promise<void>
}

export function keepTokens({ db, now, wait, log }: TokenTools): Tokens {
  /** Callers of this process who want the same at the same time ask the database once. */
  const underWay = new Map<string, Promise<string>>()

  async function find(name: string, fetchToken: () => Promise<FreshToken>): Promise<string> {
    for (let poll = 0; poll < POLLS; poll += 1) {
      const kept = await readToken(db, name)
      const fresh = validAt(kept, now() + EARLY_MS)
      if (fresh !== undefined) return fresh
      const valid = validAt(kept, now())
      if (await claimRefresh(db, name, { nowMs: now(), untilMs: now() + LEASE_MS })) {
        return refresh(name, fetchToken, kept)
      }
      if (valid !== undefined) return valid
      await wait(POLL_MS)
    }
    throw new GatewayError('unreachable', name, 'no token')
  }

  async function refresh(
    name: string,
    fetchToken: () => Promise<FreshToken>,
    kept: KeptToken | undefined,
  ): Promise<string> {
    try {
      const { value, expiresAtMs } = await fetchToken()
      await settleRefresh(db, name, { value, expires_at: expiresAtMs }, restUntil(expiresAtMs))
      return value
    } catch (error) {
      const valid = validAt(kept, now())
      const usableMs = valid === undefined ? undefined : kept?.expires_at
      const restMs = usableMs === undefined ? now() + FAILED_REST_MS : restUntil(usableMs)
      await settleRefresh(db, name, undefined, restMs)
      if (valid === undefined || !(error instanceof GatewayError)) throw error
      log({ level: 'warn', event: 'token-refresh-failed', token: name, ...describeError(error) })
      return valid
    }
  }

  /** A token that has ended is fetched at once. */
  function restUntil(expiresAtMs: number): number {
    return Math.min(now() + REST_MS, expiresAtMs)
  }

  return {
    get(name, fetchToken) {
      const running = underWay.get(name)
      if (running) return running
      const started = find(name, fetchToken).finally(() => underWay.delete(name))
      underWay.set(name, started)
      return started
    },
    drop: (name, value) => dropToken(db, name, value),
  }
}

function validAt(kept: KeptToken | undefined, ms: number): string | undefined {
  return kept && kept.expires_at > ms ? (kept.value ?? undefined) : undefined
}

/** As the database holds it, where every process finds it. */
interface KeptToken {
  value: string | null
  expires_at: number
}

function readToken(db: Database, name: string): Promise<KeptToken | undefined> {
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
async function claimRefresh(db: Database, name: string, { nowMs, untilMs }: Claim): Promise<boolean> {
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
async function settleRefresh(
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
async function dropToken(db: Database, name: string, value: string): Promise<void> {
  await db
    .updateTable('upstream_tokens')
    .set({ value: null, expires_at: 0, refreshing_until: 0 })
    .where('name', '=', name)
    .where('value', '=', value)
    .execute()
}
