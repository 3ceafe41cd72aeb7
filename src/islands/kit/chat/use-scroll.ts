/** Where the reader of a dialogue is: which lines are in the page, what is new below, and that nothing jumps. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChatLine } from './chat-line.ts'

/** So many lines are in the page, and by so many the window over them moves. */
const WINDOW = 200
const STEP = 100
const NEAR_PX = 40

/** A line, and how far below the edge of the box it begins. */
interface Place {
  key: string
  top: number
}

interface Scroll {
  box: RefObject<HTMLDivElement | null>
  /** The lines that are in the page. */
  shown: readonly ChatLine[]
  /** Lines of the other side below, that have not been in view. */
  unseen: number
  toEnd: () => void
}

interface Edges {
  /** The top of all lines has been reached. */
  onTop?: (() => void) | undefined
  /** The last line is in view. */
  onEnd?: (() => void) | undefined
}

export function useScroll(lines: readonly ChatLine[], { onTop, onEnd }: Edges): Scroll {
  const box = useRef<HTMLDivElement>(null)
  /** The last line in the page; null: whatever is the last there is. */
  const [bottom, setBottom] = useState<string | null>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [seen, setSeen] = useState<string>()
  const before = useRef<ChatLine>(undefined)
  const anchor = useRef<Place>(null)
  const size = useRef('')

  const end = bottom === null ? lines.length : lines.findLastIndex(({ key }) => key === bottom) + 1
  const shown = lines.slice(Math.max(0, end - WINDOW), end)
  const last = lines.at(-1)
  const unseen = isAtEnd ? 0 : countOthers(lines, seen)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    // At the very top there may be no room yet to put a line back: it keeps its place for when older ones are there.
    if (!stay(element)) anchor.current = topLine(element)
  })

  useEffect(() => {
    if (!last || before.current?.key === last.key) return
    const isFirst = before.current === undefined
    before.current = last
    // An own line is what its writer wants to see.
    if (isFirst || isAtEnd || last.own) arriveAtEnd()
  })

  useEffect(() => {
    const element = box.current
    if (!element) return
    const scrolled = () => {
      // Not by the reader: another size, or a box that was gone for a moment, as when a phone is turned.
      if (size.current !== sizeOf(element)) {
        stay(element)
        return
      }
      anchor.current = topLine(element)
      const fromEnd = element.scrollHeight - element.scrollTop - element.clientHeight
      if (fromEnd >= NEAR_PX) leaveEnd()
      else if (end === lines.length) arriveAtEnd()
      else setBottom(lines[Math.min(lines.length, end + STEP) - 1]?.key ?? null)
      if (fromEnd >= NEAR_PX && element.scrollTop < NEAR_PX) {
        if (end > WINDOW) moveUp()
        else onTop?.()
      }
    }
    const moveUp = () => setBottom(lines[Math.max(WINDOW, end - STEP) - 1]?.key ?? null)
    // Older lines came while the reader stood at the top, where nothing scrolls any more.
    if (!isAtEnd && element.scrollTop < NEAR_PX && end > WINDOW) moveUp()
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => element.removeEventListener('scroll', scrolled)
  })

  // A keyboard that comes up, or a window that is turned, leaves in view what was.
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      stay(element)
    })
    observer.observe(element)
    return () => observer.disconnect()
  })

  // What came while another tab was in front is in view when this one is.
  useEffect(() => {
    if (!isAtEnd || !onEnd) return
    document.addEventListener('visibilitychange', onEnd)
    return () => document.removeEventListener('visibilitychange', onEnd)
  })

  /** Shows what is read, however the lines around it or the box have changed. @returns whether its place holds on */
  function stay(element: HTMLElement): boolean {
    size.current = sizeOf(element)
    if (!isAtEnd) return restore(element, anchor.current)
    element.scrollTop = element.scrollHeight
    return false
  }

  /** From now on what comes in pushes no line out at the top. */
  function leaveEnd(): void {
    setAtEnd(false)
    setBottom((fixed) => fixed ?? last?.key ?? null)
  }

  function arriveAtEnd(): void {
    setAtEnd(true)
    setBottom(null)
    setSeen(last?.key)
    onEnd?.()
  }

  return { box, shown, unseen, toEnd: arriveAtEnd }
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): string {
  return `${clientWidth}×${clientHeight}`
}

function countOthers(lines: readonly ChatLine[], seen: string | undefined): number {
  const from = lines.findLastIndex(({ key }) => key === seen) + 1
  return lines.slice(from).filter(({ own }) => !own).length
}

/** The first line in view. */
function topLine(box: HTMLElement): Place | null {
  const edge = box.getBoundingClientRect().top
  for (const line of box.querySelectorAll<HTMLElement>('[data-line]')) {
    const { top, bottom } = line.getBoundingClientRect()
    if (bottom > edge) return { key: line.dataset['line'] ?? '', top: top - edge }
  }
  return null
}

/** @returns whether the line is still in the page */
function restore(box: HTMLElement, anchor: Place | null): boolean {
  if (!anchor) return false
  const line = box.querySelector(`[data-line="${CSS.escape(anchor.key)}"]`)
  if (!line) return false
  box.scrollTop += line.getBoundingClientRect().top - box.getBoundingClientRect().top - anchor.top
  return true
}
