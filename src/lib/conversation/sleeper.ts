/** A sleep that may end sooner. */

interface Sleeper {
  /** Ends the sleep that is on, or else the next one at once. */
  wake: () => void
  /** Ends after so many milliseconds, when it is woken, or when the signal says so. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export function createSleeper(): Sleeper {
  let isAwake = false
  let end = () => {
    isAwake = true
  }
  const idle = end
  return {
    wake: () => end(),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        // Whoever is told to stop takes no waking from who goes on.
        if (signal.aborted) return resolve()
        if (isAwake) {
          isAwake = false
          return resolve()
        }
        const over = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', over)
          if (end === over) end = idle
          resolve()
        }
        const timer = setTimeout(over, ms)
        end = over
        signal.addEventListener('abort', over)
      }),
  }
}
