import { readRegion } from '../../lib/browser/remembered-region.ts'
import { NATION, provinceOf, regionNearness } from '../../lib/rules/regions.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { canBeHad } from '../../lib/rules/time/window-use.ts'
import { parseListQuery, selectRows } from '../list/listing.ts'
import { fetchRows, placesOfAnswers, type Row } from '../list/rows.ts'
import { refreshWindows } from '../policy/fill-row.ts'

const POLICIES = '/frontend/rows/interpretations'
const DUE_SHOWN = 5

/**
 * Reduces the home page's short lists to available policies of the chosen region, its own first, and sets the region in the
 * form that leads to 一键匹配. Leaves out policies that do not fit the answers. Throws if the rows cannot be loaded.
 */
export async function sortByRegion(places = placesOfAnswers): Promise<void> {
  const today = chinaDay(new Date())
  const { code } = readRegion()
  sayWhere(code)
  const placeOf = (await places()) ?? (() => 0)
  const fits = (row: Pick<Row, 'element'>) => placeOf(row) < Number.POSITIVE_INFINITY
  const nearest = async (address: string, search = '') => {
    const all = await fetchRows(address)
    const known = address === POLICIES ? all.filter(fits) : all
    return selectRows(known, parseListQuery(search), code, today, placeOf).filter(
      ({ facts }) => regionNearness(facts.region, code || NATION) >= 0 && canBeHad(facts.window, today),
    )
  }
  for (const list of document.querySelectorAll<HTMLElement>('[data-near]')) {
    const near = await nearest(list.dataset['near'] ?? '', '?sort=published')
    const shown = near.slice(0, Number(list.dataset['limit'])).map(({ element }) => element)
    for (const row of shown) row.className = list.dataset['look'] ?? ''
    list.replaceChildren(...shown)
    refreshWindows(list)
  }
  const due = document.querySelector<HTMLElement>('.due ol')
  if (due) fillDue(due, await nearest(POLICIES), code || NATION, fits)
}

/** Existing answers contain a place and stay. The option of the province stands for the chosen place in it. */
function sayWhere(code: string): void {
  const place = document.querySelector<HTMLSelectElement>('[data-answer=region]')
  if (!place || 'answers' in document.documentElement.dataset) return
  for (const option of place.options) {
    const province = option.value && provinceOf(option.value)
    option.value = province !== '' && province === provinceOf(code) ? code : province
  }
  place.value = code
}

/** Fills the list with policies of the region that end soon, without those in 最新解读; then the nearest available ones. */
function fillDue(
  list: HTMLElement,
  near: readonly Row[],
  code: string,
  fits: (row: Pick<Row, 'element'>) => boolean,
): void {
  for (const added of list.querySelectorAll('[data-added]')) added.remove()
  const applies = (region = code) => regionNearness(region, code) >= 0
  const addressOf = (row: Element) => row.querySelector('h3 a')?.getAttribute('href')
  const known = new Set([...document.querySelectorAll('.latest li')].map(addressOf))
  let shown = 0
  for (const row of list.querySelectorAll<HTMLElement>('li[data-region]')) {
    const isOwn = row.classList.contains('row-due') || code === NATION
    row.hidden =
      shown >= DUE_SHOWN ||
      !isOwn ||
      known.has(addressOf(row)) ||
      !applies(row.dataset['region']) ||
      !fits({ element: row })
    if (row.hidden) continue
    known.add(addressOf(row))
    shown += 1
  }
  const note = list.parentElement?.querySelector<HTMLElement>('[data-no-local]')
  if (note) {
    note.hidden = code === NATION || near.some(({ facts }) => facts.region !== NATION)
    note.textContent = `${readRegion().name}暂未收录本地政策，以下全国适用。`
  }
  const more = near.filter(({ element }) => !known.has(addressOf(element)))
  for (const { element } of more.slice(0, Math.max(0, DUE_SHOWN - shown))) {
    const row = element.cloneNode(true) as HTMLElement
    row.className = 'row row-compact'
    row.dataset['added'] = ''
    for (const part of row.querySelectorAll('.meta, .follow-star')) part.remove()
    list.append(row)
  }
  refreshWindows(list)
}
