/** Some browsers are never idle, others not for minutes while other pages keep the machine busy. */
const LATEST_MS = 2000

/** Runs something that nobody waits for, once somebody looks at the page and it has nothing else to do. */
export function whenIdle(run: () => void): void {
  if (document.prerendering)
    document.addEventListener('prerenderingchange', () => whenIdle(run), { once: true })
  else if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: LATEST_MS })
  else setTimeout(run, 1)
}
