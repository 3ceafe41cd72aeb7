/** Token buckets by name, in memory: what may be done so often, and is not to fill the memory itself. */
import type { Rate } from '../../src/lib/contract/call.ts'

/** About 10 MB. */
const BUCKETS_MAX = 100_000

interface Bucket {
  tokens: number
  atMs: number
}

export class Buckets {
  /** The one that was used last comes last. */
  readonly #buckets = new Map<string, Bucket>()
  readonly #max: number

  constructor(max = BUCKETS_MAX) {
    this.#max = max
  }

  get size(): number {
    return this.#buckets.size
  }

  /** Takes a token. @returns milliseconds until there is one; 0: it was taken */
  take(key: string, { burst, perMinute }: Rate, nowMs: number): number {
    const perMs = perMinute / 60_000
    const { tokens, atMs } = this.#buckets.get(key) ?? { tokens: burst, atMs: nowMs }
    const filled = Math.min(burst, tokens + Math.max(0, nowMs - atMs) * perMs)
    this.#buckets.delete(key)
    this.#buckets.set(key, { tokens: filled >= 1 ? filled - 1 : filled, atMs: nowMs })
    if (this.#buckets.size > this.#max) this.#forgetOldest()
    return filled >= 1 ? 0 : Math.ceil(Number(((1 - filled) / perMs).toFixed(6)))
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys()
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }
}
