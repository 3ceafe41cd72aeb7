import { useEffect, useRef } from 'react'

let hasArrived = false

/** Moves focus and screen to the heading of a view that has just replaced another; not on the first of the page. */
export function useArrival<E extends HTMLElement>(view: unknown) {
  const heading = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view is what it waits for.
  useEffect(() => {
    if (hasArrived) {
      heading.current?.focus({ preventScroll: true })
      heading.current?.closest('.match')?.scrollIntoView()
    }
    hasArrived = true
  }, [view])
  return heading
}
