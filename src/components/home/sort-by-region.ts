/** Puts the chosen region's entries first in the short lists of the home page, as soon as a region is chosen. */
import { parseListQuery, selectRows } from '../../lib/rules/listing.ts'
import { chinaDay } from '../../lib/rules/window.ts'
import { homeRegion } from '../list/home-region.ts'
import { fetchRows } from '../list/rows.ts'
import { refreshWindows } from '../policy/window-badges.ts'

export function sortByRegion(): void {
  let sorted = false
  async function sort(): Promise<void> {
    // As built, the lists are right for the whole country.
    if (homeRegion() === '' && !sorted) return
    sorted = true
    for (const list of document.querySelectorAll<HTMLElement>('[data-near]')) {
      const rows = await fetchRows(list.dataset['near'] ?? '')
      const near = selectRows(rows, parseListQuery(''), homeRegion(), chinaDay(new Date()))
      list.replaceChildren(...near.slice(0, Number(list.dataset['limit'])).map(({ element }) => element))
      refreshWindows(list)
    }
  }
  const trySort = () => sort().catch((error: unknown) => console.error(error))
  document.addEventListener('region', trySort)
  trySort()
}
