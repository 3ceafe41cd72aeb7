/** Where somebody was in a list, for the way back: how much was shown, and how far it was scrolled. */

interface Place {
  count: number
  top: number
}

const keyOf = () => `place:${location.pathname}${location.search}`

/** Remembers the place under the present address. */
export function keepPlace(count: number): void {
  try {
    sessionStorage.setItem(keyOf(), JSON.stringify({ count, top: scrollY } satisfies Place))
  } catch {
    // Without storage the list begins at its top.
  }
}

/** The place of the present address, only for who comes back to it. */
export function placeToReturnTo(): Place | null {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry?.type !== 'back_forward' && entry?.type !== 'reload') return null
  try {
    const { count, top } = JSON.parse(sessionStorage.getItem(keyOf()) ?? 'null') as Place
    return Number.isFinite(count) && Number.isFinite(top) ? { count, top } : null
  } catch {
    return null
  }
}
