/** A pause that may end sooner. */

export interface Bell {
  /** Ends the pause that is on, or else the next one at once. */
  ring: () => void
  /** Ends after so many milliseconds, when it rings, or when the signal says so. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

export function makeBell(): Bell {
  let rung = false
  let end = () => {
    rung = true
  }
  const idle = end
  return {
    ring: () => end(),
    pause: (ms, signal) =>
      new Promise((resolve) => {
        const over = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', over)
          end = idle
          rung = false
          resolve()
        }
        const timer = setTimeout(over, ms)
        end = over
        signal.addEventListener('abort', over)
        if (rung || signal.aborted) over()
      }),
  }
}
