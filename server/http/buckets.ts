import type { Rate } from '../../src/lib/contract/call.ts'

/** About 10 MB. */
const BUCKETS_MAX = 100_000

interface Bucket {
  tokens: number
  atMs: number
}

/** Half of them are kept in the order of use; when those are full, buckets without use since are dropped. */
export class Buckets {
  #used = new Map<string, Bucket>()
  #before = new Map<string, Bucket>()
  readonly #max: number

  constructor(max = BUCKETS_MAX) {
    this.#max = max
  }

  get size(): number {
    return this.#used.size + this.#before.size
  }

  /** @returns 0, or milliseconds until there is a token */
  take(key: string, { burst, perMinute }: Rate, nowMs: number): number {
    const perMs = perMinute / 60_000
    const bucket = this.#bucket(key, { tokens: burst, atMs: nowMs })
    const filled = Math.min(burst, bucket.tokens + Math.max(0, nowMs - bucket.atMs) * perMs)
    bucket.tokens = filled >= 1 ? filled - 1 : filled
    bucket.atMs = nowMs
    return filled >= 1 ? 0 : Math.ceil(Number(((1 - filled) / perMs).toFixed(6)))
  }

  #bucket(key: string, full: Bucket): Bucket {
    const used = this.#used.get(key)
    if (used) return used
    const bucket = this.#before.get(key) ?? full
    if (this.#used.size >= this.#max / 2) {
      this.#before = this.#used
      this.#used = new Map()
    }
    this.#before.delete(key)
    this.#used.set(key, bucket)
    return bucket
  }
}
