/** Tokens that are fetched once for all processes, and again shortly before they expire. */
import { MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import type { Database } from '../db/schema.ts'
import { describeError, type Log } from '../log.ts'
import { GatewayError } from '../upstream/gateway-error.ts'
import { claimRefresh, dropToken, type KeptToken, readToken, settleRefresh } from './token-rows.ts'

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
