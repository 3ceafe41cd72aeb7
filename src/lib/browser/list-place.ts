/** Where somebody was in a list, for the way back: how much was shown, and how far it was scrolled. */
import * as v from 'valibot'
import { kept } from './kept/kept.ts'

const place = v.object({ count: v.number(), top: v.number() })
/** By address. */
const keptPlaces = kept('place', place)

const address = () => location.pathname + location.search

/** Remembers the place under the present address. */
export function keepPlace(count: number): void {
  keptPlaces.keep({ count, top: scrollY }, address())
}

/** The place of the present address, only for who comes back to it. */
export function placeToReturnTo(): v.InferOutput<typeof place> | undefined {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isReturn = entry?.type === 'back_forward' || entry?.type === 'reload'
  return isReturn ? keptPlaces.read(address()) : undefined
}
