/** Popular policies are shown as built; the first touch, scroll or key loads today's values. */

const SIGNS = ['touchstart', 'scroll', 'pointermove', 'keydown'] as const

/** @param place the list, or the article about one */
export function awaitPopular(place: HTMLElement): void {
  const begun = new AbortController()
  const refresh = () => {
    begun.abort()
    import('./refresh-popular.ts')
      .then(({ refreshPopular }) => refreshPopular(place))
      // The values of the build stay.
      .catch((error: unknown) => console.warn(error))
  }
  for (const sign of SIGNS) addEventListener(sign, refresh, { passive: true, signal: begun.signal })
}
