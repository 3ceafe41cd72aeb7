/** Polls while a page is open: often while it is visible, seldom while it is hidden. */

interface Rhythm {
  shownMs: number
  hiddenMs: number
}

const AT_ONCE = ['focus', 'online', 'pageshow'] as const

/**
 * Runs `ask` now, again after each answer and its pause, and at once when the person returns. Never runs two at a time.
 * @returns a function that ends it
 */
export function startPolling(ask: () => Promise<void>, { shownMs, hiddenMs }: Rhythm): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let isOver = false

  async function run(): Promise<void> {
    if (isAsking || isOver) return
    clearTimeout(timer)
    isAsking = true
    await ask().catch((error: unknown) => console.error(error))
    isAsking = false
    if (!isOver) timer = setTimeout(run, document.hidden ? hiddenMs : shownMs)
  }

  const shown = () => {
    if (!document.hidden) run()
  }
  for (const type of AT_ONCE) window.addEventListener(type, run)
  document.addEventListener('visibilitychange', shown)
  run()
  return () => {
    isOver = true
    clearTimeout(timer)
    for (const type of AT_ONCE) window.removeEventListener(type, run)
    document.removeEventListener('visibilitychange', shown)
  }
}
