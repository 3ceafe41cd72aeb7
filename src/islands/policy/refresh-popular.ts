import { fillFigure, fillState } from '../../components/policy/fill-row.ts'
import type { Subsidy } from '../../lib/contract/policies/subsidy.ts'
import { grantFigure } from '../../lib/rules/text/format-number.ts'
import { endOf, overWords } from '../../lib/rules/time/application-window.ts'
import { addDays, chinaDay } from '../../lib/rules/time/china-day.ts'
import { readPolicy, readPopular } from '../../lib/stores/popular.ts'

/** Throws when today's values cannot be read; the page then stays as built. */
export function refreshPopular(place: HTMLElement): Promise<void> {
  return 'popular' in place.dataset ? refreshList(place) : refreshPolicy(place)
}

/** Updates built rows: figure, title and window. Adds, removes and moves none. */
async function refreshList(list: HTMLElement): Promise<void> {
  const rows = rowsOf(list)
  const found = await readPopular([...rows.keys()])
  const today = dayOf(found.values())
  for (const [id, row] of rows) {
    const policy = found.get(id)
    if (policy) refreshRow(row, policy, today)
  }
}

function rowsOf(list: HTMLElement): Map<number, HTMLElement> {
  const rows = new Map<number, HTMLElement>()
  for (const link of list.querySelectorAll<HTMLAnchorElement>('h3 a')) {
    const row = link.closest('li')
    if (row) rows.set(Number(link.href.split('/').at(-1)), row)
  }
  return rows
}

function refreshRow(row: HTMLElement, policy: Subsidy, today: string): void {
  // A visible row stays, even if its policy has closed since.
  if (row.checkVisibility?.() ?? true) row.dataset['kept'] = ''
  setText(row, 'h3 a', policy.title)
  refreshMarks(row, policy, today)
}

async function refreshPolicy(page: HTMLElement): Promise<void> {
  const policy = await readPolicy(Number(location.pathname.split('/')[2]))
  setText(page, 'h1 .name', policy.title)
  refreshMarks(page, policy, dayOf([policy]))
}

/**
 * Returns today in China by the answer; by the device's clock, which may be wrong, only if no window contains the
 * day.
 */
function dayOf(policies: Iterable<Subsidy>): string {
  for (const { window, days_left } of policies) {
    const end = endOf(window)
    if (end !== null && days_left !== null) return addDays(end, -days_left)
  }
  return chinaDay(new Date())
}

function refreshMarks(place: HTMLElement, policy: Subsidy, today: string): void {
  const figure = place.querySelector<HTMLElement>('.figure')
  const state = place.querySelector<HTMLElement>('[data-window]')
  if (figure) fillFigure(figure, grantFigure(policy))
  if (state) fillState(state, policy.window, today)
  const over = place.querySelector('[data-over]')
  if (over) setWords(over, overWords(policy.window, today))
}

function setText(root: ParentNode, selector: string, text: string): void {
  const place = root.querySelector(selector)
  if (place) setWords(place, text)
}

function setWords(place: Node, text: string): void {
  if (place.textContent !== text) place.textContent = text
}
