/** Tracks the reader's position in a dialogue, counts new lines below, and keeps the view from jumping. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ChatLine } from './chat-line.ts'

const NEAR_PX = 40

/** Thresholds of the intersection observer: steps of 5 %. */
const SHARES = Array.from({ length: 21 }, (_, step) => step / 20)

interface Scroll {
  box: RefObject<HTMLDivElement | null>
  unseen: number
  toEnd: () => void
}

interface Edges {
  onTop?: (() => void) | undefined
  onEnd?: (() => void) | undefined
}

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
  /** Where the end was last; 0 while the reader is elsewhere. */
  const end = useRef(0)

  const last = lines.at(-1)
  // Unsent messages follow all received ones.
  const lastSent = lines.findLast(({ state }) => state.status === 'sent')
  const unseen = isAtEnd ? 0 : countOthers(lines, seen)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    // At the very top a line may not be restorable yet: its anchor stays for when older lines load.
    if (!stay(element)) anchor.current = topLine(element)
  })

  useEffect(() => {
    if (!last) return
    const former = before.current
    before.current = { last: last.key, lastSent: lastSent?.key }
    const isNew = former?.last !== last.key
    // The writer wants to see an own message; one by a colleague or from another tab does not scroll.
    const isWrittenHere = isNew && last.state.status === 'sending' && document.hasFocus()
    const hasNews = isNew || former?.lastSent !== lastSent?.key
    if (former === undefined || isWrittenHere || (isAtEnd && hasNews)) arriveAtEnd()
  })

  const scrolled = useEffectEvent((element: HTMLElement) => {
    // Caused by a new size, or by a box that was briefly hidden, as when a phone rotates.
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

  /** Keeps the visible lines when a keyboard opens or the window changes. */
  const resized = useEffectEvent((element: HTMLElement) => {
    stay(element)
    tellEnd()
  })

  const moved = useEffectEvent(({ isIntersecting, boundingClientRect, intersectionRect }: Sight) => {
    isInView.current = isIntersecting && intersectionRect.bottom > boundingClientRect.bottom - NEAR_PX
    tellEnd()
  })

  /** Lines that arrived behind another tab are in view when this tab returns. */
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

  /** Restores the reader's position after any change of lines or box. @returns whether its anchor stays valid */
  function stay(element: HTMLElement): boolean {
    const isSameSize = size.current === sizeOf(element)
    size.current = sizeOf(element)
    if (!isAtEnd) {
      end.current = 0
      return restore(element, anchor.current)
    }
    const lastEnd = Math.min(end.current, element.scrollHeight - element.clientHeight)
    // The reader has just scrolled up, and the event is still to come.
    if (isSameSize && element.scrollTop < lastEnd - NEAR_PX) return false
    element.scrollTop = element.scrollHeight
    end.current = element.scrollTop
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

interface ScrollAnchor {
  key: string
  top: number
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): string {
  return `${clientWidth}×${clientHeight}`
}

function topLine(box: HTMLElement): ScrollAnchor | null {
  const edge = box.getBoundingClientRect().top
  for (const line of box.querySelectorAll<HTMLElement>('[data-line]')) {
    const { top, bottom } = line.getBoundingClientRect()
    if (bottom > edge) return { key: line.dataset['line'] ?? '', top: top - edge }
  }
  return null
}

function restore(box: HTMLElement, anchor: ScrollAnchor | null): boolean {
  if (!anchor) return false
  const line = box.querySelector(`[data-line="${CSS.escape(anchor.key)}"]`)
  if (!line) return false
  box.scrollTop += line.getBoundingClientRect().top - box.getBoundingClientRect().top - anchor.top
  return true
}

/** Returns the number of the other side's lines after the last seen line; 0 if that line is gone. */
export function countOthers(lines: readonly ChatLine[], seen: string | undefined): number {
  const index = lines.findLastIndex(({ key }) => key === seen)
  return index === -1 ? 0 : lines.slice(index + 1).filter(({ own }) => !own).length
}
