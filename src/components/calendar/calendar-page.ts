/**
 * The policy calendar: the address says the month, so that the back button and links find it again, and the filters,
 * which are the list's.
 */

import { windowWords } from '../../lib/rules/time/application-window.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { formatDate } from '../../lib/rules/time/dates.ts'
import { parseListQuery, selectRows } from '../list/listing.ts'
import { fetchRows, type Row } from '../list/rows.ts'
import { byDay, MONTH, monthFrom, monthName, type WindowDay, weeksOf, windowDays } from './month.ts'
import { countWindows, drawYear, yearOf } from './year.ts'

function whatWords({ what, item }: WindowDay<Row>): string {
  if (what === 'opens') return '开始'
  return item.facts.window.kind === 'in_force' ? '到期' : '截止'
}

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日']

/** More than these in one cell are only counted. */
const SHOWN = 2

function element(name: string, className = '', text = ''): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  if (text) made.textContent = text
  return made
}

/** A month as a table: which windows open and close on each day. */
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
  const number = element('time', '', String(Number(day.slice(8))))
  number.setAttribute('datetime', day)
  number.setAttribute('aria-label', formatDate(day))
  cell.append(number)
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

/** @throws when the rows cannot be had */
export async function startCalendar(calendar: HTMLDetailsElement): Promise<void> {
  const body = calendar.querySelector('[data-calendar-body]') as HTMLElement
  const year = calendar.querySelector('[data-year]') as HTMLElement
  const rows = await fetchRows('/frontend/rows/interpretations')
  const show = () => {
    const today = chinaDay(new Date())
    const chosen = selectRows(rows, parseListQuery(location.search), '', today)
    const days = windowDays(chosen, ({ facts }) => facts.window)
    body.replaceChildren(...renderMonth(days, monthInAddress(), go))
    const counts = countWindows(
      chosen.map(({ facts }) => facts.window),
      today,
    )
    year.innerHTML = drawYear(yearOf(counts, today))
  }
  function go(month: string): void {
    const search = new URLSearchParams(location.search)
    search.set('view', 'calendar')
    search.set('month', month)
    history.replaceState(history.state, '', `?${search}`)
    show()
    body.querySelector<HTMLElement>('h2')?.focus()
  }
  year.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    go(new URL(link.href).searchParams.get('month') ?? '')
  })
  calendar.addEventListener('toggle', () => {
    const search = new URLSearchParams(location.search)
    if (calendar.open) search.set('view', 'calendar')
    else for (const name of ['view', 'month']) search.delete(name)
    history.replaceState(history.state, '', String(search) ? `?${search}` : location.pathname)
  })
  document.addEventListener('list-shown', show)
  show()
}

function monthInAddress(): string {
  const asked = new URLSearchParams(location.search).get('month') ?? ''
  return MONTH.test(asked) ? asked : chinaDay(new Date()).slice(0, 7)
}

/** The month as a table, and below it the same as a list, for small screens and for reading aloud. */
function renderMonth(all: WindowDay<Row>[], month: string, go: (month: string) => void): HTMLElement[] {
  const days = all.filter(({ day }) => day.startsWith(month))
  const today = chinaDay(new Date())
  const heading = element('h2', '', monthName(month))
  heading.tabIndex = -1
  const bar = element('div', 'calendar-bar')
  bar.append(
    heading,
    button('上个月', () => go(monthFrom(month, -1))),
    button('本月', () => go(today.slice(0, 7))),
    button('下个月', () => go(monthFrom(month, 1))),
  )
  const parts = [bar, monthTable(month, days, today)]
  return days.length > 0 ? [...parts, ...dayLists(days, today)] : [...parts, emptyMonth(all, month, go)]
}

function dayLists(days: WindowDay<Row>[], today: string): HTMLElement[] {
  return [...byDay(days)].flatMap(([day, ofDay]) => {
    const list = element('ul')
    list.append(
      ...ofDay.map((each) => {
        const { what, item } = each
        const line = element('li')
        const { label, detail } = windowWords(item.facts.window, today)
        line.append(
          element('span', `calendar-${what}`, whatWords(each)),
          ' ',
          linkOf(item),
          element('small', '', `（${label}，${detail}）`),
        )
        return line
      }),
    )
    return [element('h3', '', formatDate(day)), list]
  })
}

function emptyMonth(all: WindowDay<Row>[], month: string, go: (month: string) => void): HTMLElement {
  const note = element('p', 'calendar-bar', '该月没有开始或截止的政策。')
  const next = all.find(({ day }) => day.slice(0, 7) > month)?.day.slice(0, 7)
  if (next) note.append(button(`去${monthName(next)}`, () => go(next)))
  return note
}

/** The row's own link, as it stands in the list. */
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
