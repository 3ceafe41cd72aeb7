/**
 * A person with a phone who is counted, not timed: what they tap, how many screens they swipe, what they fill in and
 * read. What each takes is the model of docs/evidence/tasks.md; waiting for the portal is not in it.
 */
import { join } from 'node:path'
import { expect, type Locator, type Page } from 'playwright/test'

/** What was done: `fills` are fields, `keys` what was typed into them. */
export interface Effort {
  taps: number
  swipes: number
  fills: number
  keys: number
  reads: number
}

const SECONDS: Effort = { taps: 1.2, swipes: 1.2, fills: 0, keys: 0.3, reads: 2.5 }

/** As the table has it: what was done, the steps, the seconds of the model. */
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

/** So many screens are too long for anybody. */
const PATIENCE = 20
/** Most of a screen, so that one knows where one was. */
const SWIPE = 0.75

export class Person {
  readonly done: Effort = { taps: 0, swipes: 0, fills: 0, keys: 0, reads: 0 }
  readonly #page: Page
  #pictures = 0

  constructor(page: Page) {
    this.#page = page
  }

  /** Swipes until it is to be seen whole: not cut off, and nothing lies over it. */
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

  /** Reads what has to be known for the next step, or the answer. */
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

  /** Taps on the field, unless one can type into it already. */
  async fill(field: Locator, text: string): Promise<void> {
    await expect(field).toBeVisible()
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.tap(field)
    await this.see(field)
    this.done.fills++
    this.done.keys += keysFor(text)
    await field.fill(text)
  }

  /** The key of the phone's keyboard that sends what was typed. */
  async enter(): Promise<void> {
    this.done.taps++
    await this.#page.keyboard.press('Enter')
  }

  /** In a list of the phone's own, such as that of its files. */
  tapOnPhone(): void {
    this.done.taps++
  }

  /** PICTURES=DIR keeps what was seen. */
  async #picture(): Promise<void> {
    const { PICTURES } = process.env
    if (!PICTURES) return
    const name = `${this.#page.viewportSize()?.width}-${Date.now()}-${this.#pictures++}.png`
    await this.#page.screenshot({ path: join(PICTURES, name) })
  }
}

/** Down (1), up (-1) or no way (0) to an element of the page that is shown. */
function wayTo(element: Element): -1 | 0 | 1 {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const inset = 2
  const isFree = (x: number, y: number) => {
    let over = document.elementFromPoint(x, y)
    // What floats over it, and holds it not, hides it.
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

/** @param screens down, or up where it is below 0 */
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
