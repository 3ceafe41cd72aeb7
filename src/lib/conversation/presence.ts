/** Tells the other pages of this browser that something is open here, for as long as the page lives (Web Locks). */

/** @returns ends it */
export function announce(name: string): () => void {
  const end = new AbortController()
  const { signal } = end
  const held = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve())
    })
  navigator.locks?.request(name, { mode: 'shared', signal }, held).catch(() => {
    // Ended before it began.
  })
  return () => end.abort()
}

export async function isAnnounced(name: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some((lock) => lock.name === name)
}
