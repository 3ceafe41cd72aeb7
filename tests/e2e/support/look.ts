/** What is wrong with a page as it stands: for axe, and in width. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

interface Scope {
  /** Selector; the whole page without it. */
  within?: string
  /** Axe rules; all without them. */
  rules?: string[]
}

/**
 * One line a violated rule, with the elements. In one frame instead of by a second page, and without the details of
 * what passes: twice as fast, and the portal has no frames of others.
 */
export async function violations(page: Page, { within, rules }: Scope = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  if (within) axe.include(within)
  const { violations: found } = await axe.analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Pixels by which the page is wider than the screen. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

/** How far things have moved by themselves until now (cumulative layout shift). */
export function shifts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const entries = list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[]
          resolve(entries.reduce((sum, each) => sum + (each.hadRecentInput ? 0 : each.value), 0))
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
  )
}

/**
 * What the eye finds wrong with the words of a page at this width, one line each: wider than the screen, cut without a
 * sign, two over each other, a column of single characters.
 */
export function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const say = (element: Element, what: string) =>
      found.add(
        `${what}: ${element.className || element.localName}, ${element.textContent.trim().slice(0, 20)}`,
      )
    const scope =
      document.querySelector('dialog:modal') ?? document.querySelector(':popover-open') ?? document.body
    if (document.documentElement.scrollWidth > innerWidth) say(document.body, 'wide')
    const shown = [...scope.querySelectorAll<HTMLElement>('*')].filter(
      (element) =>
        element.checkVisibility({
          opacityProperty: true,
          visibilityProperty: true,
          contentVisibilityAuto: true,
        }) && !element.closest('.visually-hidden, noscript, input, textarea, select, svg, .skip'),
    )
    /** Where something of an element can be seen, and whether it stays while the page is scrolled. */
    const windowOf = (element: Element) => {
      const seen = { left: 0, right: innerWidth, top: -1e6, bottom: 1e6 }
      let floats = false
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { position, overflowX, overflowY } = getComputedStyle(at)
        floats ||= position === 'fixed' || position === 'sticky'
        if (overflowX === 'visible' && overflowY === 'visible') continue
        const box = at.getBoundingClientRect()
        seen.left = Math.max(seen.left, box.left)
        seen.right = Math.min(seen.right, box.right)
        seen.top = Math.max(seen.top, box.top)
        seen.bottom = Math.min(seen.bottom, box.bottom)
      }
      return { ...seen, floats }
    }
    const lines: { element: Element; left: number; right: number; top: number; bottom: number }[] = []
    for (const element of shown) {
      const style = getComputedStyle(element)
      const isCut = style.overflowX === 'hidden' || style.overflowX === 'clip'
      const isSaid = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      if (isCut && !isSaid && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
        say(element, 'cut')
      const range = document.createRange()
      const boxes = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
        .flatMap((node) => {
          range.selectNodeContents(node)
          return [...range.getClientRects()].filter(({ width }) => width > 1)
        })
      if (boxes.length === 0) continue
      const size = Number.parseFloat(style.fontSize)
      const rows = new Set(boxes.map(({ top }) => Math.round(top / 6))).size
      const { width } = element.getBoundingClientRect()
      if (rows > 2 && width > 1 && width < size * 3.2) say(element, 'squeezed')
      const seen = windowOf(element)
      // Digits of a figure are taller than their place, and what floats lies over what scrolls.
      if ((seen.floats && scope === document.body) || element.closest('.figure')) continue
      for (const box of boxes) {
        const left = Math.max(box.left, seen.left)
        const right = Math.min(box.right, seen.right)
        const top = Math.max(box.top, seen.top)
        const bottom = Math.min(box.bottom, seen.bottom)
        if (right - left > 2 && bottom - top > 2) lines.push({ element, left, right, top, bottom })
      }
    }
    lines.sort((one, other) => one.top - other.top)
    lines.forEach((one, index) => {
      for (let next = index + 1; next < lines.length; next++) {
        const other = lines[next]
        if (!other || other.top > one.bottom - 7) return
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
        const down = Math.min(one.bottom, other.bottom) - other.top
        if (one.element !== other.element && across > 3 && down > 7) say(other.element, 'over others')
      }
    })
    return [...found]
  })
}
