/** The policy calendar: the address contains the month, for Back and links, and the list's filters. */

import { describePage } from '../../lib/browser/page-events.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { formatDate } from '../../lib/rules/time/dates.ts'
import { endWord } from '../../lib/rules/time/window-use.ts'
import { CALENDAR_QUERY, parseListQuery, selectRows } from '../list/listing.ts'
import { fetchRows, type Row } from '../list/rows.ts'
import { byDay, MONTH, monthFrom, monthName, type WindowDay, weeksOf, windowDays } from './calendar.ts'

function whatWords({ what, item }: WindowDay<Row>): string {
  if (what === 'opens') return '开始'
  return endWord(item.facts.window)
}

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日']

const SHOWN = 2

function element(name: string, className = '', text = ''): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  if (text) made.textContent = text
  return made
}

function monthTable(month: string, days: WindowDay<Row>[], today: string): HTMLElement {
  const groups = byDay(days)
  const table = element('table')
  const head = element('tr')
  head.append(
    ...WEEKDAYS.map((day) => {
      const cell = element('th', '', day)
      cell.setAttribute('scope', 'col')
      cell.setAttribute('aria-label', `星期${day}`)
      return cell
    }),
  )
  const rows = weeksOf(month).map((week) => {
    const row = element('tr')
    row.append(...week.map((day) => dayCell(day, groups.get(day ?? '') ?? [], today)))
    return row
  })
  table.append(element('caption', 'visually-hidden', '每天开始和截止的政策'), head, ...rows)
  return table
}

function dayCell(day: string | null, ofDay: WindowDay<Row>[], today: string): HTMLElement {
  const cell = element('td')
  if (day === null) return cell
  if (day === today) cell.setAttribute('aria-current', 'date')
  const date = element('time', 'visually-hidden', formatDate(day))
  date.setAttribute('datetime', day)
  const number = element('span', '', String(Number(day.slice(8))))
  number.setAttribute('aria-hidden', 'true')
  cell.append(date, number)
  if (ofDay.length === 0) return cell
  cell.append(' ', element('span', `calendar-count calendar-${ofDay[0]?.what}`, String(ofDay.length)))
  for (const day of ofDay.slice(0, SHOWN)) cell.append(shortLink(day))
  if (ofDay.length > SHOWN) cell.append(element('small', '', `另有 ${ofDay.length - SHOWN} 项，见下方`))
  return cell
}

function shortLink(day: WindowDay<Row>): HTMLElement {
  const source = day.item.element.querySelector('a')
  const link = element('a') as HTMLAnchorElement
  link.href = source?.getAttribute('href') ?? ''
  link.title = source?.textContent ?? ''
  link.append(element('span', `calendar-${day.what}`, whatWords(day)), ` ${source?.textContent ?? ''}`)
  return link
}

export async function startCalendar(calendar: HTMLDetailsElement): Promise<void> {
  const body = calendar.querySelector('[data-calendar-body]') as HTMLElement
  const rows = await fetchRows('/frontend/rows/interpretations')
  const mine = element('label', 'calendar-mine')
  const box = Object.assign(element('input') as HTMLInputElement, { type: 'checkbox' })
  mine.append(box, ' 只看我的（符合、待确认和关注的）')
  body.before(mine)
  const show = () => {
    const today = chinaDay(new Date())
    const isMine = ownRows()
    mine.hidden = !isMine
    box.checked = new URLSearchParams(location.search).has('mine')
    const chosen = selectRows(rows, parseListQuery(location.search), '', today).filter(
      (row) => !box.checked || !isMine || isMine(row),
    )
    const days = windowDays(chosen, ({ facts }) => facts.window)
    const month = monthInAddress()
    body.replaceChildren(...(month ? renderMonth(days, month, go) : renderYear(days, today, go)))
  }
  function ask(name: 'month' | 'mine', value: string): void {
    const search = new URLSearchParams(location.search)
    search.set('view', 'calendar')
    if (value) search.set(name, value)
    else search.delete(name)
    history.replaceState(history.state, '', `?${search}`)
    show()
  }
  function go(month: string): void {
    ask('month', month)
    body.querySelector<HTMLElement>('h2')?.focus()
  }
  const title = document.querySelector('h1') as HTMLElement
  calendar.addEventListener('toggle', () => {
    title.textContent = calendar.open ? '政策日历' : (calendar.dataset['list'] ?? '')
    const search = new URLSearchParams(location.search)
    if (calendar.open) search.set('view', 'calendar')
    else for (const name of CALENDAR_QUERY) search.delete(name)
    history.replaceState(history.state, '', String(search) ? `?${search}` : location.pathname)
  })
  box.addEventListener('change', () => ask('mine', box.checked ? '1' : ''))
  for (const news of ['list-shown', 'follows', 'fits']) document.addEventListener(news, show)
  show()
  describePage({ title: '政策日历', description: '哪项惠企政策何时开始、何时截止，按月查看。' })
}

/** Returns a filter for followed policies, and those not 不符合 by the saved answers; null without any. */
function ownRows(): ((row: Row) => boolean) | null {
  const { fits, follows } = document.documentElement.dataset
  if (!fits && !follows) return null
  const holds = (ids = '', id: string) => id !== '' && ids.split(' ').includes(id)
  return (row) => holds(fits, idOf(row, 'verdict')) || holds(follows, idOf(row, 'follow'))
}

function idOf({ element }: Row, name: 'verdict' | 'follow'): string {
  return element.querySelector<HTMLElement>(`[data-${name}]`)?.dataset[name] ?? ''
}

function monthInAddress(): string {
  const asked = new URLSearchParams(location.search).get('month') ?? ''
  return MONTH.test(asked) ? asked : ''
}

const LISTED = 40

function renderYear(all: WindowDay<Row>[], today: string, go: (month: string) => void): HTMLElement[] {
  const ends = all.filter(({ day, what }) => what === 'closes' && day >= today)
  const [next] = ends
  const heading = element('h2', '', next ? `接下来 ${ends.length} 项截止` : '没有定下的截止日')
  heading.tabIndex = -1
  const bar = element('div', 'wrap calendar-bar')
  bar.append(heading)
  if (next) bar.append(button('按月看', () => go(next.day.slice(0, 7))))
  const more = ends.length - LISTED
  return [
    bar,
    ...dayLists(ends.slice(0, LISTED)),
    ...(more > 0 ? [element('p', '', `另有 ${more} 项在后面几个月，可按月看。`)] : []),
  ]
}

function renderMonth(all: WindowDay<Row>[], month: string, go: (month: string) => void): HTMLElement[] {
  const days = all.filter(({ day }) => day.startsWith(month))
  const today = chinaDay(new Date())
  const heading = element('h2', '', monthName(month))
  heading.tabIndex = -1
  const bar = element('div', 'wrap calendar-bar')
  bar.append(
    heading,
    button('全部截止', () => go('')),
    button('上个月', () => go(monthFrom(month, -1))),
    button('本月', () => go(today.slice(0, 7))),
    button('下个月', () => go(monthFrom(month, 1))),
  )
  const parts = [bar, monthTable(month, days, today)]
  return days.length > 0 ? [...parts, ...dayLists(days)] : [...parts, emptyMonth(all, month, go)]
}

function dayLists(days: WindowDay<Row>[]): HTMLElement[] {
  return [...byDay(days)].flatMap(([day, ofDay]) => {
    const list = element('ul')
    list.append(...ofDay.map((each) => dayLine(each, whatWords(each))))
    const title = element('h3', '', `${formatDate(day)} `)
    title.append(element('small', '', `${ofDay.length} 项`))
    return [title, list]
  })
}

function dayLine({ what, item }: WindowDay<Row>, words: string): HTMLElement {
  const line = element('li')
  const place = item.element.querySelector('.place')?.textContent ?? ''
  line.append(element('span', `calendar-${what}`, words), ' ', linkOf(item), ' ', element('small', '', place))
  return line
}

function emptyMonth(all: WindowDay<Row>[], month: string, go: (month: string) => void): HTMLElement {
  const note = element('p', 'wrap calendar-bar', '该月没有开始或截止的政策。')
  const next = all.find(({ day }) => day.slice(0, 7) > month)?.day.slice(0, 7)
  if (next) note.append(button(`去${monthName(next)}`, () => go(next)))
  return note
}

function linkOf({ element: row }: Row): HTMLElement {
  const link = row.querySelector('a')
  const copy = element('a', '', link?.textContent ?? '') as HTMLAnchorElement
  copy.href = link?.getAttribute('href') ?? ''
  return copy
}

function button(text: string, press: () => void): HTMLElement {
  const made = element('button', 'button', text) as HTMLButtonElement
  made.type = 'button'
  made.addEventListener('click', press)
  return made
}
