/**
 * Changes of rows, reported by the database's triggers, whichever process wrote them. Between changes reads come from memory;
 * followers are notified of a change at once.
 */

/** A company's conversations and the files beside them; or a person's sessions and company. */
export type Subject = `company:${number}` | `customer:${number}`

interface Follower {
  onChange: () => void
  /** The source is gone: changes may have been missed. */
  onLoss: () => void
}

/** About 20 MB. */
const SUBJECTS_MAX = 50_000

export class Changes {
  readonly #kept = new Map<Subject, Promise<unknown>>()
  readonly #followers = new Map<Subject, Set<Follower>>()
  /** Subjects to report after the current statement. */
  readonly #changed = new Set<Subject>()
  readonly #max: number
  /** Until then no change is missed; by `performance.now()`. */
  #sureUntilMs = 0

  constructor(max = SUBJECTS_MAX) {
    this.#max = max
  }

  get isSure(): boolean {
    return performance.now() < this.#sureUntilMs
  }

  /** The source reports all changes until then, and has reported all earlier ones. */
  trust(untilMs: number): void {
    this.#sureUntilMs = untilMs
  }

  /** The source is gone: cached values may be old. */
  lose(): void {
    this.#sureUntilMs = 0
    this.#kept.clear()
    for (const followers of [...this.#followers.values()]) for (const { onLoss } of [...followers]) onLoss()
  }

  /** The source reports a change of the rows of `subject`. */
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
   * Returns the result of `read`, from memory if nothing has changed since. Caches one value per subject. A change during the
   * read does no harm: later callers read again.
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

  /** @returns a function that unsubscribes */
  follow(subject: Subject, follower: Follower): () => void {
    const followers = this.#followers.get(subject) ?? new Set()
    this.#followers.set(subject, followers.add(follower))
    return () => {
      followers.delete(follower)
      if (followers.size === 0 && this.#followers.get(subject) === followers) this.#followers.delete(subject)
    }
  }
}
