/** A month as a table: which windows open and close on each day. */
import { formatDate } from '../../lib/rules/time/dates.ts'
import type { Row } from '../list/rows.ts'
import { byDay, type WindowDay, weeksOf } from './month.ts'

export const WHAT_WORDS = { opens: '开始', closes: '截止' } as const
const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日']
/** More than these in one cell are only counted. */
const SHOWN = 2

export function element(name: string, className = '', text = ''): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  if (text) made.textContent = text
  return made
}

export function monthTable(month: string, days: WindowDay<Row>[], today: string): HTMLElement {
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
  for (const { what, item } of ofDay.slice(0, SHOWN)) cell.append(shortLink(what, item))
  if (ofDay.length > SHOWN) cell.append(element('small', '', `另有 ${ofDay.length - SHOWN} 项，见下方`))
  return cell
}

function shortLink(what: 'opens' | 'closes', { element: row }: Row): HTMLElement {
  const source = row.querySelector('a')
  const link = element('a') as HTMLAnchorElement
  link.href = source?.getAttribute('href') ?? ''
  link.title = source?.textContent ?? ''
  link.append(element('span', `calendar-${what}`, WHAT_WORDS[what]), ` ${source?.textContent ?? ''}`)
  return link
}
