/** Where the reader of a dialogue is, what is new below, and that nothing jumps. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ChatLine } from './chat-line.ts'

const NEAR_PX = 40

/** How finely it is noticed how much of the box is in view: in steps of 5 %. */
const SHARES = Array.from({ length: 21 }, (_, step) => step / 20)

interface Scroll {
  box: RefObject<HTMLDivElement | null>
  /** Lines of the other side below, that have not been in view. */
  unseen: number
  toEnd: () => void
}

interface Edges {
  /** The top of all lines has been reached. */
  onTop?: (() => void) | undefined
  /** The last line is in view, of a page that may be hidden. */
  onEnd?: (() => void) | undefined
}

/** Keys of the last lines. */
interface Ends {
  last: string
  lastSent: string | undefined
}

type Sight = Pick<IntersectionObserverEntry, 'isIntersecting' | 'boundingClientRect' | 'intersectionRect'>

export function useScroll(lines: readonly ChatLine[], { onTop, onEnd }: Edges): Scroll {
  const box = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [seen, setSeen] = useState<string>()
  const before = useRef<Ends>(undefined)
  const isInView = useRef(false)
  const anchor = useRef<ScrollAnchor>(null)
  const size = useRef('')

  const last = lines.at(-1)
  // What was not sent stands behind all that comes in.
  const lastSent = lines.findLast(({ state }) => state.status === 'sent')
  const unseen = isAtEnd ? 0 : countOthers(lines, seen)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    // At the very top there may be no room yet to put a line back: it keeps its place for when older ones are there.
    if (!stay(element)) anchor.current = topLine(element)
  })

  useEffect(() => {
    if (!last) return
    const former = before.current
    before.current = { last: last.key, lastSent: lastSent?.key }
    const isNew = former?.last !== last.key
    // What is written here is what its writer wants to see, and not what a colleague or another tab says.
    const isWrittenHere = isNew && last.state.status === 'sending' && document.hasFocus()
    const hasNews = isNew || former?.lastSent !== lastSent?.key
    if (former === undefined || isWrittenHere || (isAtEnd && hasNews)) arriveAtEnd()
  })

  const scrolled = useEffectEvent((element: HTMLElement) => {
    // Not by the reader: another size, or a box that was gone for a moment, as when a phone is turned.
    if (size.current !== sizeOf(element)) {
      stay(element)
      return
    }
    anchor.current = topLine(element)
    const fromEnd = element.scrollHeight - element.scrollTop - element.clientHeight
    if (fromEnd < NEAR_PX) arriveAtEnd()
    else {
      setAtEnd(false)
      if (element.scrollTop < NEAR_PX) onTop?.()
    }
  })

  /** A keyboard that comes up, or a window that is turned, leaves in view what was. */
  const resized = useEffectEvent((element: HTMLElement) => {
    stay(element)
    tellEnd()
  })

  /** The box itself may lie further down on the page, or behind a pane. */
  const moved = useEffectEvent(({ isIntersecting, boundingClientRect, intersectionRect }: Sight) => {
    isInView.current = isIntersecting && intersectionRect.bottom > boundingClientRect.bottom - NEAR_PX
    tellEnd()
  })

  /** What came while another tab was in front is in view when this one is. */
  const returned = useEffectEvent(tellEnd)

  useEffect(() => {
    const element = box.current
    if (!element) return
    const gone = new AbortController()
    const { signal } = gone
    element.addEventListener('scroll', () => scrolled(element), { passive: true, signal })
    document.addEventListener('visibilitychange', () => returned(), { signal })
    const observer = new ResizeObserver(() => resized(element))
    observer.observe(element)
    const sight = new IntersectionObserver((sights) => sights.slice(-1).forEach(moved), { threshold: SHARES })
    sight.observe(element)
    return () => {
      gone.abort()
      observer.disconnect()
      sight.disconnect()
    }
  }, [])

  /** Shows what is read, however the lines around it or the box have changed. @returns whether its place holds on */
  function stay(element: HTMLElement): boolean {
    size.current = sizeOf(element)
    if (!isAtEnd) return restore(element, anchor.current)
    element.scrollTop = element.scrollHeight
    return false
  }

  function arriveAtEnd(): void {
    setAtEnd(true)
    setSeen(lastSent?.key)
    if (isInView.current) onEnd?.()
  }

  function tellEnd(): void {
    if (isAtEnd && isInView.current) onEnd?.()
  }

  return { box, unseen, toEnd: arriveAtEnd }
}

/** A line, and how far below the edge of the box it begins. */
interface ScrollAnchor {
  key: string
  top: number
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): string {
  return `${clientWidth}×${clientHeight}`
}

/** The first line in view. */
function topLine(box: HTMLElement): ScrollAnchor | null {
  const edge = box.getBoundingClientRect().top
  for (const line of box.querySelectorAll<HTMLElement>('[data-line]')) {
    const { top, bottom } = line.getBoundingClientRect()
    if (bottom > edge) return { key: line.dataset['line'] ?? '', top: top - edge }
  }
  return null
}

/** @returns whether the line is still in the page */
function restore(box: HTMLElement, anchor: ScrollAnchor | null): boolean {
  if (!anchor) return false
  const line = box.querySelector(`[data-line="${CSS.escape(anchor.key)}"]`)
  if (!line) return false
  box.scrollTop += line.getBoundingClientRect().top - box.getBoundingClientRect().top - anchor.top
  return true
}

/** Lines of the other side behind the last one that was seen. A line that is gone tells nothing of what follows it. */
export function countOthers(lines: readonly ChatLine[], seen: string | undefined): number {
  const index = lines.findLastIndex(({ key }) => key === seen)
  return index === -1 ? 0 : lines.slice(index + 1).filter(({ own }) => !own).length
}
