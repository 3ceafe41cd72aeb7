/** Filters, sorting and paging of a list page. The address is the state. */

import { readRegion } from '../../lib/browser/remembered-region.ts'
import { afterPaint } from '../../lib/browser/yield-to-browser.ts'
import { NATION, provinceOf } from '../../lib/rules/regions.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { refreshWindows } from '../policy/fill-row.ts'
import {
  CALENDAR_QUERY,
  formatListQuery,
  type ListQuery,
  parseListQuery,
  ROWS_PER_PAGE,
  selectRows,
} from './listing.ts'
import { renderPager } from './pager.ts'
import { fetchRows, placesOfAnswers, type Row } from './rows.ts'

export function startList(list: HTMLElement): void {
  const find = <E extends HTMLElement>(name: string) => list.querySelector<E>(`[data-${name}]`) as E
  const form = find<HTMLFormElement>('filters')
  const rows = find('list-rows')
  const count = find('count')
  const pager = find('pager')

  let newest: ListQuery | undefined

  /**
   * @param seen resolves when the rows may change; immediately for Back, so that the browser can restore the scroll
   * position
   */
  async function show(query: ListQuery, seen?: Promise<void>): Promise<void> {
    newest = query
    find('failed').hidden = true
    list.setAttribute('aria-busy', 'true')
    try {
      const address = list.dataset['rows'] ?? ''
      const places = 'own' in list.dataset ? placesOfAnswers() : null
      const [all, placeOf] = await Promise.all([fetchRows(address), places, seen])
      if (query !== newest) return
      const found = selectRows(all, query, readRegion().code, chinaDay(new Date()), placeOf ?? undefined)
      const pages = Math.max(1, Math.ceil(found.length / ROWS_PER_PAGE))
      const page = Math.min(query.page, pages)
      const shown = found.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE)
      rows.replaceChildren(...shown.map(({ element }) => element))
      refreshWindows(rows)
      count.textContent = found.length === 0 ? '共 0 条' : `共 ${found.length} 条，第 ${page} / ${pages} 页`
      count.textContent += noLocalWords(query, all, chosenIn(form, 'region'))
      find('chips').replaceChildren(...CHIPS.flatMap((name) => chipOf(form, name)))
      find('empty').hidden = found.length > 0
      renderPager(pager, { ...query, page }, pages)
      document.dispatchEvent(new Event('list-shown'))
    } catch (error) {
      console.error(error)
      find('failed').hidden = false
    } finally {
      list.dataset['shown'] = ''
      list.removeAttribute('aria-busy')
    }
  }

  function go(query: ListQuery): Promise<void> {
    history.pushState(null, '', location.pathname + withCalendar(formatListQuery(query)))
    return show(query, afterPaint())
  }

  function askedFor(): ListQuery {
    const fields = new FormData(form)
    const search = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
    return parseListQuery(search.toString())
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    go(askedFor())
  })
  form.addEventListener('change', (event) => {
    if (event.target instanceof HTMLSelectElement) go(askedFor())
  })
  pager.addEventListener('click', async (event) => {
    const link = (event.target as Element).closest('a')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    // The built pager leads to built pages.
    if (link.pathname !== location.pathname) return
    event.preventDefault()
    await go(parseListQuery(link.search))
    list.scrollIntoView()
    rows.querySelector('a')?.focus({ preventScroll: true })
  })
  find('clear').addEventListener('click', () => {
    form.reset()
    go(parseListQuery(''))
  })
  find('retry').addEventListener('click', () => show(parseListQuery(location.search)))

  function showAddress(): void {
    const query = parseListQuery(location.search)
    fillForm(form, query)
    show(query)
  }
  addEventListener('popstate', showAddress)
  document.addEventListener('region', showAddress)
  const isOwn = 'own' in list.dataset && 'answers' in document.documentElement.dataset
  // The account's answers may come later than the page.
  if (isOwn) new BroadcastChannel('answers').onmessage = showAddress

  const { home, page = '1' } = list.dataset
  // A built further page: with the script, all pages have one path.
  if (home) history.replaceState(history.state, '', home + (location.search || `?page=${page}`))
  openCalendar()
  // The first page as built is right for everybody who asks for nothing in particular.
  if (location.search !== '' || readRegion().code !== '' || isOwn) showAddress()
  else if (formatListQuery(askedFor()) !== '') go(askedFor())
}

const CHIPS = ['region', 'theme', 'support', 'department', 'kind', 'state']

function chosenIn(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLSelectElement) || field.value === '') return ''
  return field.selectedOptions[0]?.text.replace(/（\d+）$/, '').trim() ?? ''
}

function chipOf(form: HTMLFormElement, name: string): HTMLElement[] {
  const chosen = chosenIn(form, name)
  if (chosen === '') return []
  const chip = document.createElement('button')
  chip.type = 'button'
  chip.className = 'button'
  chip.textContent = `${chosen} ×`
  chip.setAttribute('aria-label', `不限 ${chosen}`)
  chip.addEventListener('click', () => {
    const field = form.elements.namedItem(name) as HTMLSelectElement
    field.value = ''
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
  return [chip]
}

function noLocalWords({ region }: ListQuery, all: readonly Row[], chosen: string): string {
  const home = readRegion()
  const code = region || home.code
  if (
    code === '' ||
    code === NATION ||
    all.some(({ facts }) => provinceOf(facts.region) === provinceOf(code))
  )
    return ''
  return `。${chosen || home.name}暂未收录本地内容，以下全国适用`
}

function fillForm(form: HTMLFormElement, query: ListQuery): void {
  for (const [name, value] of Object.entries(query)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = String(value)
  }
}

function openCalendar(): void {
  const calendar = document.querySelector<HTMLDetailsElement>('[data-calendar]')
  if (!calendar || new URLSearchParams(location.search).get('view') !== 'calendar') return
  calendar.open = true
  const failed = calendar.querySelector('[data-calendar-failed]') as HTMLElement
  const start = async () => {
    failed.hidden = true
    try {
      const { startCalendar } = await import('../calendar/calendar-page.ts')
      await startCalendar(calendar)
    } catch (error) {
      console.error(error)
      failed.hidden = false
    }
  }
  failed.addEventListener('click', start)
  start()
}

function withCalendar(listSearch: string): string {
  const search = new URLSearchParams(listSearch)
  const now = new URLSearchParams(location.search)
  for (const name of CALENDAR_QUERY) {
    const value = now.get(name)
    if (value !== null) search.set(name, value)
  }
  const text = String(search)
  return text && `?${text}`
}
