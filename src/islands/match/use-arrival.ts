import { useEffect, useRef } from 'react'

let hasArrived = false

/** Moves focus and scroll position to the heading of a new view, except on the first one of the page. */
export function useArrival<E extends HTMLElement>(view: unknown) {
  const heading = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new view
  useEffect(() => {
    if (hasArrived) {
      heading.current?.focus({ preventScroll: true })
      heading.current?.closest('.match')?.scrollIntoView()
    }
    hasArrived = true
  }, [view])
  return heading
}
