interface Sleeper {
  /** Ends the current sleep, or else the next one at once. */
  wake: () => void
  /** Waits for this time, until `wake`, or until the signal is aborted. */
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
        // An aborted sleeper must not consume the wake-up of another.
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
