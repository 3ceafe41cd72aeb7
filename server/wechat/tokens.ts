/** Tokens of a service: fetched once for all requests of this process, and again shortly before they expire. */

import { MINUTE_MS } from '../../src/lib/rules/time/durations.ts'

/** Below the five minutes in which WeChat gives a new token and still accepts the old one. */
export const EARLY_MS = 4 * MINUTE_MS
/** Pause after a failed fetch, so that not every page view sends a wrong secret. */
export const FAILED_REST_MS = 5000

export interface FreshToken {
  value: string
  expiresAtMs: number
}

export interface Tokens {
  get: (name: string, fetchToken: () => Promise<FreshToken>) => Promise<string>
  /** Forgets a value that the service refuses. */
  drop: (name: string, value: string) => void
}

interface Kept {
  token: Promise<FreshToken>
  value?: string
  untilMs: number
}

export function keepTokens(now: () => number): Tokens {
  const kept = new Map<string, Kept>()
  return {
    async get(name, fetchToken) {
      const known = kept.get(name)
      if (known && now() < known.untilMs) return (await known.token).value
      const entry: Kept = { token: fetchToken(), untilMs: Number.POSITIVE_INFINITY }
      kept.set(name, entry)
      try {
        const { value, expiresAtMs } = await entry.token
        Object.assign(entry, { value, untilMs: expiresAtMs - EARLY_MS })
        return value
      } catch (error) {
        entry.untilMs = now() + FAILED_REST_MS
        throw error
      }
    },
    drop(name, value) {
      if (kept.get(name)?.value === value) kept.delete(name)
    },
  }
}
