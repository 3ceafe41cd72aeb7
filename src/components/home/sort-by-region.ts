import { readRegion } from '../../lib/browser/remembered-region.ts'
import { provinceOf, regionNearness } from '../../lib/rules/regions.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { canBeHad } from '../../lib/rules/time/window-use.ts'
import { parseListQuery, selectRows } from '../list/listing.ts'
import { fetchRows, type Row } from '../list/rows.ts'
import { refreshWindows } from '../policy/fill-row.ts'

const POLICIES = '/frontend/rows/interpretations'
const DUE_SHOWN = 5

/**
 * Puts the chosen region's entries first in the short lists of the home page, and leaves in the list of what is due only what
 * applies there; the form that leads to 一键匹配 says where. Throws when the rows cannot be had.
 */
export async function sortByRegion(): Promise<void> {
  const today = chinaDay(new Date())
  const { code } = readRegion()
  sayWhere(code)
  const nearest = async (address: string) =>
    selectRows(await fetchRows(address), parseListQuery(''), code, today)
  for (const list of document.querySelectorAll<HTMLElement>('[data-near]')) {
    const near = await nearest(list.dataset['near'] ?? '')
    const shown = near.slice(0, Number(list.dataset['limit'])).map(({ element }) => element)
    for (const row of shown) row.className = list.dataset['look'] ?? ''
    list.replaceChildren(...shown)
    refreshWindows(list)
  }
  const due = document.querySelector<HTMLElement>('.due ol')
  if (due) fillDue(due, await nearest(POLICIES), code, today)
}

/** Who has answered has said where: that stays. The option of the province stands for the place in it that was chosen. */
function sayWhere(code: string): void {
  const place = document.querySelector<HTMLSelectElement>('[data-answer=region]')
  if (!place || 'answers' in document.documentElement.dataset) return
  for (const option of place.options) {
    const province = option.value && provinceOf(option.value)
    option.value = province !== '' && province === provinceOf(code) ? code : province
  }
  place.value = code
}

/** Of what was built, what applies in the region and 最新解读 does not show; then the nearest that can be had. */
function fillDue(list: HTMLElement, near: readonly Row[], code: string, today: string): void {
  for (const added of list.querySelectorAll('[data-added]')) added.remove()
  const applies = (region = code) => code === '' || regionNearness(region, code) >= 0
  const addressOf = (row: Element) => row.querySelector('h3 a')?.getAttribute('href')
  const known = new Set([...document.querySelectorAll('.latest li')].map(addressOf))
  let shown = 0
  for (const row of list.querySelectorAll<HTMLElement>('li[data-region]')) {
    row.hidden = known.has(addressOf(row)) || !applies(row.dataset['region'])
    known.add(addressOf(row))
    shown += Number(!row.hidden)
  }
  const more = near.filter(
    ({ element, facts }) =>
      applies(facts.region) && canBeHad(facts.window, today) && !known.has(addressOf(element)),
  )
  for (const { element } of more.slice(0, Math.max(0, DUE_SHOWN - shown))) {
    const row = element.cloneNode(true) as HTMLElement
    row.className = 'row row-compact'
    row.dataset['added'] = ''
    for (const part of row.querySelectorAll('.meta, .follow-star')) part.remove()
    list.append(row)
  }
  refreshWindows(list)
}
