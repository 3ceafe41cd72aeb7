/** Puts today's values into rows that were built: figure, title and window. No row comes, goes or changes its place. */
import type { Subsidy } from '../../lib/contract/policies/subsidy.ts'
import { readPopular } from '../../lib/stores/popular.ts'
import { dayOf, refreshFigure, refreshWindow, setText } from './refresh-parts.ts'

export async function refreshList(list: HTMLElement): Promise<void> {
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
