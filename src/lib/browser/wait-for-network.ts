const FIRST_MS = 400
/** The longest wait before the network's return is noticed. */
const LONGEST_MS = 2000

/** Waits until the browser is online again, the signal is aborted, or a delay is over that grows with the failures. */
export function waitForNetwork(
  failures: number,
  signal: AbortSignal | readonly AbortSignal[],
  longestMs: number = LONGEST_MS,
): Promise<void> {
  const page = window
  const signals = [signal].flat()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      page.removeEventListener('online', end)
      for (const each of signals) each.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.min(longestMs, FIRST_MS * 2 ** failures))
    page.addEventListener('online', end)
    for (const each of signals) each.addEventListener('abort', end)
  })
}
