/** Who looks at the list of popular policies gets it as built, and as it is today with the first touch, scroll or key. */

const SIGNS = ['touchstart', 'scroll', 'pointermove', 'keydown'] as const

export function awaitPopular(list: HTMLElement): void {
  const begun = new AbortController()
  const refresh = () => {
    begun.abort()
    import('./refresh-popular.ts')
      .then(({ refreshPopular }) => refreshPopular(list))
      // The values of the build stay.
      .catch((error: unknown) => console.warn(error))
  }
  for (const sign of SIGNS) addEventListener(sign, refresh, { passive: true, signal: begun.signal })
}
