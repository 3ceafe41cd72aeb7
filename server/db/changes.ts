/**
 * What the database says by itself, through triggers, of rows that have changed, whoever wrote them and in whichever
 * process: until then what was read of them is answered from memory, and who follows them hears of it at once.
 */

/** A company's conversations and the files beside them; or a person's sessions and company. */
export type Subject = `company:${number}` | `customer:${number}`

interface Follower {
  onChange: () => void
  /** Nothing more will be heard: something may have been missed. */
  onLoss: () => void
}

/** About 20 MB. */
const SUBJECTS_MAX = 50_000

export class Changes {
  readonly #kept = new Map<Subject, Promise<unknown>>()
  readonly #followers = new Map<Subject, Set<Follower>>()
  /** Who is to hear of it when the statement that runs now is over. */
  readonly #changed = new Set<Subject>()
  readonly #max: number
  /** Until then nothing is missed; by `performance.now()`. */
  #sureUntilMs = 0

  constructor(max = SUBJECTS_MAX) {
    this.#max = max
  }

  get isSure(): boolean {
    return performance.now() < this.#sureUntilMs
  }

  /** The source of the changes tells all of them until then, and has told all that came before. */
  trust(untilMs: number): void {
    this.#sureUntilMs = untilMs
  }

  /** The source is gone: what was read may be old. */
  lose(): void {
    this.#sureUntilMs = 0
    this.#kept.clear()
    for (const followers of [...this.#followers.values()]) for (const { onLoss } of [...followers]) onLoss()
  }

  /** The source says that rows of `subject` have changed. */
  tell(subject: Subject): void {
    this.#kept.delete(subject)
    if (!this.#followers.has(subject)) return
    if (this.#changed.size === 0) setImmediate(() => this.#spread())
    this.#changed.add(subject)
  }

  #spread(): void {
    const changed = [...this.#changed]
    this.#changed.clear()
    for (const subject of changed)
      for (const { onChange } of [...(this.#followers.get(subject) ?? [])]) onChange()
  }

  /**
   * What `read` says of a subject, from memory where nothing has changed since it was read; it is read one thing of each.
   * A change while it is read is no trouble: who asks after it reads anew.
   */
  recall<Value>(subject: Subject, read: () => Promise<Value>): Promise<Value> {
    if (!this.isSure) return read()
    const known = this.#kept.get(subject)
    if (known) return known as Promise<Value>
    const reading = read()
    if (this.#kept.size >= this.#max) this.#kept.clear()
    this.#kept.set(subject, reading)
    reading.catch(() => {
      if (this.#kept.get(subject) === reading) this.#kept.delete(subject)
    })
    return reading
  }

  /** @returns what ends it */
  follow(subject: Subject, follower: Follower): () => void {
    const followers = this.#followers.get(subject) ?? new Set()
    this.#followers.set(subject, followers.add(follower))
    return () => {
      followers.delete(follower)
      if (followers.size === 0 && this.#followers.get(subject) === followers) this.#followers.delete(subject)
    }
  }
}
