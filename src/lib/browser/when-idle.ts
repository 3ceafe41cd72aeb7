/** Some browsers are never idle, others not for minutes while other pages keep the machine busy. */
const LATEST_MS = 2000

/** Runs something that nobody waits for, once the page has nothing else to do. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: LATEST_MS })
  else setTimeout(run, 1)
}
