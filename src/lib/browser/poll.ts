/** Polls while a page is open: often while it is visible, seldom while it is hidden. */

const AT_ONCE = ['focus', 'online', 'pageshow'] as const

/** Runs `ask` now, again after each answer and delay, and when the person returns; never two at a time. */
export function pollBy(ask: () => Promise<void>, delayMs: () => number) {
  const over = new AbortController()
  const { signal } = over
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let isWanted = false

  async function askNow(): Promise<void> {
    isWanted = true
    if (isAsking) return
    clearTimeout(timer)
    isAsking = true
    while (isWanted && !signal.aborted) {
      isWanted = false
      await ask().catch((error: unknown) => console.error(error))
    }
    isAsking = false
    if (!signal.aborted) timer = setTimeout(askNow, delayMs())
  }

  const meetPerson = () => {
    if (!document.hidden) askNow()
  }
  for (const type of AT_ONCE) window.addEventListener(type, meetPerson, { signal })
  document.addEventListener('visibilitychange', meetPerson, { signal })
  askNow()
  return {
    askNow,
    stop() {
      over.abort()
      clearTimeout(timer)
    },
  }
}

export function startPolling(ask: () => Promise<void>, rhythm: { shownMs: number; hiddenMs: number }) {
  return pollBy(ask, () => (document.hidden ? rhythm.hiddenMs : rhythm.shownMs)).stop
}
