/** Changes of rows, reported by triggers, whichever process wrote them. */
import { EventEmitter } from 'node:events'

/** A company's conversations and the files beside them; or a person's sessions and company. */
export type Subject = `company:${number}` | `customer:${number}`

interface Follower {
  onChange: () => void
  /** The source is gone: changes may have been missed. */
  onLoss: () => void
}

export class Changes {
  readonly #events = new EventEmitter().setMaxListeners(0)
  readonly #lossHandlers = new Set<() => void>()
  readonly #changed = new Set<Subject>()
  /** Until then no change is missed; by `performance.now()`. */
  #sureUntilMs = 0

  get isSure(): boolean {
    return performance.now() < this.#sureUntilMs
  }

  trust(untilMs: number): void {
    this.#sureUntilMs = untilMs
  }

  lose(): void {
    this.#sureUntilMs = 0
    for (const onLoss of [...this.#lossHandlers]) onLoss()
  }

  tell(subject: Subject): void {
    if (this.#changed.size === 0) setImmediate(() => this.#spread())
    this.#changed.add(subject)
  }

  #spread(): void {
    const changed = [...this.#changed]
    this.#changed.clear()
    for (const subject of changed) this.#events.emit(subject)
  }

  follow(subject: Subject, { onChange, onLoss }: Follower): () => void {
    this.#events.on(subject, onChange)
    this.#lossHandlers.add(onLoss)
    return () => {
      this.#events.off(subject, onChange)
      this.#lossHandlers.delete(onLoss)
    }
  }
}
