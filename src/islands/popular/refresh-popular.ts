/** Puts today's values where the build put its own. */
import type { Subsidy } from '../../lib/contract/policies/subsidy.ts'
import { formatPeriod } from '../../lib/rules/time/dates.ts'
import { readPolicy, readPopular } from '../../lib/stores/popular.ts'
import { dayOf, refreshFigure, refreshWindow, setText, setWords } from './refresh-parts.ts'

/** Throws when the values of today cannot be had; the place then stands as it was. */
export function refreshPopular(place: HTMLElement): Promise<void> {
  return 'popular' in place.dataset ? refreshList(place) : refreshPolicy(place)
}

/** Puts today's values into rows that were built: figure, title and window. No row comes, goes or changes its place. */
async function refreshList(list: HTMLElement): Promise<void> {
  const rows = rowsOf(list)
  const found = await readPopular([...rows.keys()])
  const today = dayOf(found.values())
  for (const [id, row] of rows) {
    const policy = found.get(id)
    if (policy) refreshRow(row, policy, today)
  }
}

/** By the page ids to which they lead. */
function rowsOf(list: HTMLElement): Map<number, HTMLElement> {
  const rows = new Map<number, HTMLElement>()
  for (const link of list.querySelectorAll<HTMLAnchorElement>('h3 a')) {
    const row = link.closest('li')
    if (row) rows.set(Number(link.href.split('/').at(-1)), row)
  }
  return rows
}

function refreshRow(row: HTMLElement, policy: Subsidy, today: string): void {
  // A row that can be seen stays, even if its policy has closed since.
  if (row.checkVisibility?.() ?? true) row.dataset['kept'] = ''
  setText(row, 'h3 a', policy.title)
  refreshFigure(row, policy)
  refreshWindow(row, policy, today)
}

/** Puts today's values into the page of one popular policy: figure, title and window. */
async function refreshPolicy(page: HTMLElement): Promise<void> {
  const policy = await readPolicy(Number(location.pathname.split('/')[2]))
  // A mark may stand behind the title.
  const title = page.querySelector('h1')?.firstChild
  if (title) setWords(title, policy.title)
  refreshFigure(page, policy)
  refreshWindow(page, policy, dayOf([policy]))
  setText(page, '[data-period]', formatPeriod(policy.window))
}
