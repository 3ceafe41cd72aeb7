/** Some browsers are never idle, others not for minutes while other pages use the machine. */
const LATEST_MS = 2000

export function whenIdle(run: () => void): void {
  if (document.prerendering)
    document.addEventListener('prerenderingchange', () => whenIdle(run), { once: true })
  else if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: LATEST_MS })
  else setTimeout(run, 1)
}
