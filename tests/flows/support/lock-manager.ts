/** The Web Locks of one browser: Node's own are shared by the whole process, and outlive a test. */

interface Held {
  name: string
  mode: LockMode
}

interface Waiting {
  name: string
  mode: LockMode
  grant: () => void
}

export class Locks {
  #held: Held[] = []
  #waiting: Waiting[] = []

  request<Value>(
    name: string,
    options: LockOptions,
    work: (lock: { name: string } | null) => Promise<Value>,
  ): Promise<Value> {
    const { mode = 'exclusive', ifAvailable = false, signal } = options
    if (ifAvailable && [...this.#held, ...this.#waiting].some((other) => other.name === name))
      return work(null)
    return new Promise<Value>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const held: Held = { name, mode }
      const waiting: Waiting = {
        name,
        mode,
        grant: () => {
          this.#held.push(held)
          signal?.removeEventListener('abort', giveUp)
          queueMicrotask(() =>
            work({ name })
              .then(resolve, reject)
              .finally(() => {
                this.#held = this.#held.filter((other) => other !== held)
                this.#grant()
              }),
          )
        },
      }
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting)
        reject(signal?.reason)
        this.#grant()
      }
      signal?.addEventListener('abort', giveUp)
      this.#waiting.push(waiting)
      this.#grant()
    })
  }

  async query(): Promise<{ held: { name: string; mode: LockMode }[] }> {
    return { held: this.#held.map(({ name, mode }) => ({ name, mode })) }
  }

  #grant(): void {
    for (const waiting of [...this.#waiting]) {
      const isFirst = this.#waiting.find(({ name }) => name === waiting.name) === waiting
      const inTheWay = this.#held.filter(({ name }) => name === waiting.name)
      const isFree = inTheWay.length === 0
      const isShared = waiting.mode === 'shared' && inTheWay.every(({ mode }) => mode === 'shared')
      if (!isFirst || !(isFree || isShared)) continue
      this.#waiting = this.#waiting.filter((other) => other !== waiting)
      waiting.grant()
    }
  }
}
