/**
 * A person with a phone whose actions are counted, not timed: taps, swiped screens, fields and reading.
 * docs/evidence/tasks.md has the model of the time for each, without waiting for the portal.
 */
import { join } from 'node:path'
import { expect, type Locator, type Page } from 'playwright/test'

/** The actions: `fills` are fields, `keys` the keys for them. */
export interface Effort {
  taps: number
  swipes: number
  fills: number
  keys: number
  reads: number
}

const SECONDS: Effort = { taps: 1.2, swipes: 1.2, fills: 0, keys: 0.3, reads: 2.5 }

/** Returns a row of the table: actions, steps, seconds of the model. */
export function figuresOf(effort: Effort): string {
  const { taps, swipes, fills, keys, reads } = effort
  const kinds = Object.keys(SECONDS) as (keyof Effort)[]
  const seconds = kinds.reduce((sum, kind) => sum + effort[kind] * SECONDS[kind], 0)
  return [taps, swipes, fills, keys, reads, taps + swipes + fills, Math.round(seconds)].join(' | ')
}

/** A Chinese character is spelt and chosen: three keys. */
function keysFor(text: string): number {
  return [...text].reduce((sum, sign) => sum + (/\p{Script=Han}/u.test(sign) ? 3 : 1), 0)
}

/** More screens than a person would swipe. */
const PATIENCE = 20
/** Most of a screen, so that the person keeps their place. */
const SWIPE = 0.75

export class Person {
  readonly done: Effort = { taps: 0, swipes: 0, fills: 0, keys: 0, reads: 0 }
  readonly #page: Page
  #pictures = 0

  constructor(page: Page) {
    this.#page = page
  }

  /** Swipes until the target is completely visible. */
  async see(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    let [before, share] = [0, SWIPE]
    for (let left = PATIENCE; left > 0; left--) {
      const way = await target.evaluate(wayTo)
      if (way === 0) return this.#picture()
      // Too far: the way back is shorter.
      if (way === -before) share /= 2
      before = way
      await target.evaluate(swipe, way * share)
      this.done.swipes++
    }
    throw new Error(`never seen: ${target}`)
  }

  /** Reads what the next step requires, or the answer. */
  async read(target: Locator, words?: string | RegExp): Promise<void> {
    if (words) await expect(target).toContainText(words)
    await this.see(target)
    this.done.reads++
  }

  async tap(target: Locator): Promise<void> {
    await this.see(target)
    this.done.taps++
    await target.tap()
  }

  /** Taps on the field, unless it already has the focus. */
  async fill(field: Locator, text: string): Promise<void> {
    await expect(field).toBeVisible()
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.tap(field)
    await this.see(field)
    this.done.fills++
    this.done.keys += keysFor(text)
    await field.fill(text)
  }

  /** Presses the key of the phone's keyboard that submits. */
  async enter(): Promise<void> {
    this.done.taps++
    await this.#page.keyboard.press('Enter')
  }

  /** Taps in one of the phone's own lists, such as that of its files. */
  tapOnPhone(): void {
    this.done.taps++
  }

  /** Takes a picture if PICTURES=DIR is set. */
  async #picture(): Promise<void> {
    const { PICTURES } = process.env
    if (!PICTURES) return
    const name = `${this.#page.viewportSize()?.width}-${Date.now()}-${this.#pictures++}.png`
    await this.#page.screenshot({ path: join(PICTURES, name) })
  }
}

/** Returns the direction to an element of the visible page: down (1), up (-1) or none (0). */
function wayTo(element: Element): -1 | 0 | 1 {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const inset = 2
  const isFree = (x: number, y: number) => {
    let over = document.elementFromPoint(x, y)
    // An element above it that does not contain it hides it.
    for (; over && !over.contains(element); over = over.parentElement) {
      if (element.contains(over)) return true
      if (/fixed|sticky/.test(getComputedStyle(over).position)) return false
    }
    return over !== null
  }
  const middle = (top + bottom) / 2
  if (top < 0) return -1
  if (bottom > innerHeight) return 1
  const isSeen = [left + inset, (left + right) / 2, right - inset].every(
    (x) => isFree(x, middle) && isFree(x, top + inset) && isFree(x, bottom - inset),
  )
  if (isSeen) return 0
  return middle > innerHeight / 2 ? 1 : -1
}

/** @param screens down, or up if negative */
function swipe(element: Element, screens: number): void {
  let place: Element | null = element.parentElement
  while (
    place &&
    !(/auto|scroll/.test(getComputedStyle(place).overflowY) && place.scrollHeight > place.clientHeight)
  ) {
    place = place.parentElement
  }
  const scroller = place ?? document.documentElement
  scroller.scrollBy({ top: screens * scroller.clientHeight, behavior: 'instant' })
}
