import { readRegion } from '../../lib/browser/remembered-region.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { parseListQuery, selectRows } from '../list/listing.ts'
import { fetchRows } from '../list/rows.ts'
import { refreshWindows } from '../policy/fill-row.ts'

/** Puts the chosen region's entries first in the short lists of the home page. Throws when the rows cannot be had. */
export async function sortByRegion(): Promise<void> {
  for (const list of document.querySelectorAll<HTMLElement>('[data-near]')) {
    const rows = await fetchRows(list.dataset['near'] ?? '')
    const near = selectRows(rows, parseListQuery(''), readRegion().code, chinaDay(new Date()))
    const shown = near.slice(0, Number(list.dataset['limit'])).map(({ element }) => element)
    for (const row of shown) row.className = list.dataset['look'] ?? ''
    list.replaceChildren(...shown)
    refreshWindows(list)
  }
  showOnce()
}

/** What 最新解读 shows, the list of what is due first does not show again. */
function showOnce(): void {
  for (const row of document.querySelectorAll<HTMLElement>('.due li')) {
    const address = row.querySelector('a')?.getAttribute('href')
    row.hidden = address != null && document.querySelector(`.latest a[href="${address}"]`) !== null
  }
}
