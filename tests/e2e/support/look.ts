import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

interface Scope {
  within?: string
  rules?: string[]
  /** Checks frames too; false where a frame shows a page that may reload meanwhile. */
  iframes?: boolean
}

/**
 * Returns one line per violated rule, with the elements. Runs in one frame without a second page, and without the details of
 * passes: twice as fast, and the portal has no frames of others.
 */
export async function violations(
  page: Page,
  { within, rules, iframes = true }: Scope = {},
): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    iframes,
    // Part of WCAG 2.2, but off by default.
    ...(rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } }),
  })
  if (within) axe.include(within)
  const { violations: found } = await axe.analyze()
  return found.flatMap(({ id, nodes }) => {
    // Elements under a bar or KF can be scrolled free.
    const bad = nodes.filter(({ any }) => !any.some(({ data }) => /obscured/i.test(data?.messageKey)))
    return bad.length > 0 ? [`${id}: ${bad.map(({ html }) => html).join(' ')}`] : []
  })
}

export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

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
 * Returns the visible faults of a page's text at this width, one line each: wider than the screen, cut without a mark,
 * overlapping, a column of single characters.
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
      // Digits of a figure are taller than their box, and floating elements cover scrolling ones.
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

/**
 * Returns focusable elements below an element whose focus is invisible, or looks like no focus: focuses each as the Tab key
 * does, and checks points of its visible part.
 */
export async function unseenFocus(page: Page, within = 'body'): Promise<string[]> {
  // After a mouse the browser shows no focus until a key.
  await page.keyboard.press('Tab')
  return page.evaluate((selector) => {
    const unseen: string[] = []
    const isSeen = (element: Element) => {
      const { left, top, right, bottom } = element.getClientRects()[0] ?? new DOMRect()
      const [x, y] = [Math.max(left, 0), Math.max(top, 0)]
      const [width, height] = [Math.min(right, innerWidth) - x, Math.min(bottom, innerHeight) - y]
      const points = [0.1, 0.5, 0.9].flatMap((across) =>
        [0.1, 0.5, 0.9].map((down) => [x + width * across, y + height * down] as const),
      )
      return points.some(([across, down]) => {
        const there = document.elementFromPoint(across, down)
        return there !== null && (element.contains(there) || there.contains(element))
      })
    }
    const candidates = document
      .querySelector(selector)
      ?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]')
    for (const element of candidates ?? []) {
      element.focus()
      if (document.activeElement !== element) continue
      if (!isSeen(element)) unseen.push(`covered: ${element.outerHTML.slice(0, 120)}`)
      const isMarked = [element, element.closest('label') ?? element].some((each) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(each)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
      })
      if (!isMarked) unseen.push(`no mark: ${element.outerHTML.slice(0, 120)}`)
    }
    return unseen
  }, within)
}

/**
 * Returns text that wider lines, letters and words cut (WCAG 1.4.12), and the pixels by which the page is then too wide. Text
 * with an ellipsis is complete on the page that its row links to.
 */
export function cutBySpacing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`)
    const cut = () =>
      [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element)
        const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
        if (clientWidth <= 1 || clientHeight <= 1 || !element.textContent?.trim()) return false
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        return (
          (hides(overflowX) && scrollWidth > clientWidth + 1) ||
          (hides(overflowY) && scrollHeight > clientHeight + 1)
        )
      })
    const before = new Set(cut())
    document.adoptedStyleSheets.push(sheet)
    const found = cut()
      .filter((element) => !before.has(element))
      .map((element) => element.outerHTML.slice(0, 120))
    const wide = document.documentElement.scrollWidth - innerWidth
    document.adoptedStyleSheets.pop()
    return wide > 0 ? [...found, `${wide} px too wide`] : found
  })
}
