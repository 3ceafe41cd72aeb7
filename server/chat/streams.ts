import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { CHAT_BEAT_MS } from '../../src/lib/contract/chat/chat.ts'
import { MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import type { Changes } from '../db/changes.ts'

/** In one process. A page with an open chat has one stream. */
const LIMITS = { person: 8, address: 400, all: 20_000 }
const LIFE_MS = 10 * MINUTE_MS
const EVENTS_WAITING = 16
const encoder = new TextEncoder()
const EVENTS = { news: encoder.encode('data: news\n\n'), beat: encoder.encode('data: beat\n\n') }

type Events = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>

export class Streams {
  readonly #changes: Changes
  readonly #limits: typeof LIMITS
  readonly #counts = new Map<string, number>()
  readonly #open = new Set<() => void>()
  #isStopping = false

  constructor(changes: Changes, limits = LIMITS) {
    this.#changes = changes
    this.#limits = limits
  }

  get count(): number {
    return this.#open.size
  }

  stop(): void {
    this.#isStopping = true
    for (const end of [...this.#open]) end()
  }

  /** Returns undefined with too many streams, or while the database cannot signal. The page continues to poll. */
  open(customer: Customer, address: string): ReadableStream<Uint8Array<ArrayBuffer>> | undefined {
    const person = `#${customer.id}`
    const isFull =
      this.count >= this.#limits.all ||
      this.#countOf(person) >= this.#limits.person ||
      this.#countOf(address) >= this.#limits.address
    if (isFull || this.#isStopping || !this.#changes.isSure) return undefined
    let leave = () => false
    return new ReadableStream(
      {
        start: (events) => {
          leave = this.#begin(events, customer, [person, address])
        },
        cancel: () => {
          leave()
        },
      },
      { highWaterMark: EVENTS_WAITING },
    )
  }

  #begin(events: Events, { id, company_id }: Customer, counted: string[]): () => boolean {
    const tell = (event: keyof typeof EVENTS) => {
      events.enqueue(EVENTS[event])
      if ((events.desiredSize ?? 0) <= 0) end()
    }
    const end = () => {
      if (leave()) events.close()
    }
    const leave = () => {
      if (!this.#open.delete(end)) return false
      clearInterval(beats)
      clearTimeout(life)
      for (const unfollow of followed) unfollow()
      for (const key of counted) this.#count(key, -1)
      return true
    }
    const beats = setInterval(() => tell('beat'), CHAT_BEAT_MS).unref()
    const life = setTimeout(end, LIFE_MS).unref()
    const followed = [
      this.#changes.follow(`company:${company_id}`, { onChange: () => tell('news'), onLoss: end }),
      // The session may be over, or the company another one: the next stream checks that.
      this.#changes.follow(`customer:${id}`, { onChange: end, onLoss: end }),
    ]
    this.#open.add(end)
    for (const key of counted) this.#count(key, 1)
    tell('news')
    return leave
  }

  #countOf(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  #count(key: string, change: 1 | -1): void {
    const count = this.#countOf(key) + change
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }
}
