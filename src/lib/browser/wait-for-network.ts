const FIRST_MS = 400
/** The longest wait before the network's return is noticed. */
const LONGEST_MS = 2000

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

/** Pauses until the browser is online again, or for a time that grows with the failures. */
export function waitForNetwork(failures: number, signal: AbortSignal, longestMs = LONGEST_MS): Promise<void> {
  const back = new AbortController()
  const end = () => back.abort()
  window.addEventListener('online', end, { signal: back.signal })
  const ms = Math.min(longestMs, FIRST_MS * 2 ** failures)
  return pause(ms, AbortSignal.any([signal, back.signal])).finally(end)
}
