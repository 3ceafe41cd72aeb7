/** The policy calendar: its months and days, and the coming year as rods. Days are YYYY-MM-DD, months YYYY-MM. */
import {
  type ApplicationWindow,
  CLOSING_SOON_DAYS,
  endOf,
  startOf,
  windowState,
} from '../../lib/rules/time/application-window.ts'
import { daysBetween } from '../../lib/rules/time/china-day.ts'
import { hasDays, readWindow, writeWindow } from '../../lib/rules/time/window-use.ts'

export const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/

/** The weeks of a month from Monday to Sunday; days of the months around it are null. */
export function weeksOf(month: string): (string | null)[][] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7
  const cells: (string | null)[] = [
    ...Array<null>(before).fill(null),
    ...Array.from({ length: days }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`),
  ]
  while (cells.length % 7 > 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

/** @param step months to go forward, negative: back */
export function monthFrom(month: string, step: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7)
}

/** 2027年1月 */
export function monthName(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return `${year}年${number}月`
}

export interface WindowDay<Item> {
  day: string
  what: 'opens' | 'closes'
  item: Item
}

/** Every day on which a window opens or closes, in order; on one day what closes comes first. */
export function windowDays<Item>(items: readonly Item[], windowOf: (item: Item) => ApplicationWindow) {
  return items
    .flatMap((item): WindowDay<Item>[] => {
      const window = windowOf(item)
      if (!hasDays(window)) return []
      const start = startOf(window)
      const opens: WindowDay<Item>[] = start === null ? [] : [{ day: start, what: 'opens', item }]
      return [...opens, { day: window.closes, what: 'closes', item }]
    })
    .sort((a, b) => a.day.localeCompare(b.day) || a.what.localeCompare(b.what))
}

/** By day, in the order in which they come. */
export function byDay<Item>(days: readonly WindowDay<Item>[]): Map<string, WindowDay<Item>[]> {
  const groups = new Map<string, WindowDay<Item>[]>()
  for (const each of days) groups.set(each.day, [...(groups.get(each.day) ?? []), each])
  return groups
}

/** How often each window occurs, by what `writeWindow` makes of it. */
export type WindowCounts = ReadonlyMap<string, number>

interface Column {
  /** The months of the column: one, or two where the calendar shows two years. */
  months: string[]
  ends: number
  /** Of these, how many end within 30 days. */
  endSoon: number
  /** The first month of the column in which something ends. */
  month: string
}

export interface Year {
  columns: Column[]
  /** 随时可办: no day has to be kept for them today. */
  anytime: number
}

const COLUMNS = 12
/** With fewer ends than these in twelve months the calendar shows twenty-four. */
const FEW = 6
/** A column shows more than these as a number. */
const MOST_RODS = 10
const BUNDLE = 5

/**
 * What the calendar needs of the windows, however many there are: of each its end, and its beginning while that is to
 * come; nothing of what is over, has no day and cannot be had at any time.
 */
export function countWindows(windows: readonly ApplicationWindow[], today: string): WindowCounts {
  const counts = new Map<string, number>()
  for (const window of windows) {
    const { state } = windowState(window, today)
    if (state === 'closed' || !(hasDays(window) || state === 'rolling' || window.kind === 'in_force'))
      continue
    const begun = 'opens' in window && (window.opens ?? '') <= today ? { ...window, opens: null } : window
    const written = writeWindow(begun)
    counts.set(written, (counts.get(written) ?? 0) + 1)
  }
  return counts
}

/** As an attribute of the page: `rolling*5 in_force//2027-12-31*9`. */
export function writeCounts(counts: WindowCounts): string {
  return [...counts].map(([window, count]) => `${window}*${count}`).join(' ')
}

export function readCounts(written: string): WindowCounts {
  return new Map(
    written.split(' ').map((each) => {
      const [window = '', count] = each.split('*')
      return [window, Number(count)]
    }),
  )
}

/** Twelve columns from the month of `today` on. */
export function yearOf(counts: WindowCounts, today: string): Year {
  const windows = [...counts].map(([written, count]) => ({ window: readWindow(written), count }))
  const ends = windows
    .map(({ window, count }) => ({ day: endOf(window) ?? '', count }))
    .filter(({ day }) => day >= today)
  const within = (months: number) => {
    const after = monthFrom(today, months)
    return sum(ends.filter(({ day }) => day < after))
  }
  const width = within(COLUMNS) < FEW && within(COLUMNS) < within(2 * COLUMNS) ? 2 : 1
  return {
    columns: Array.from({ length: COLUMNS }, (_, column) => {
      const months = Array.from({ length: width }, (_, each) => monthFrom(today, column * width + each))
      const here = ends.filter(({ day }) => months.includes(day.slice(0, 7)))
      const soon = here.filter(({ day }) => daysBetween(today, day) <= CLOSING_SOON_DAYS)
      const [month = ''] = here.map(({ day }) => day.slice(0, 7)).sort()
      return { months, ends: sum(here), endSoon: sum(soon), month }
    }),
    anytime: sum(
      windows.filter(({ window }) => ['in_force', 'rolling'].includes(windowState(window, today).state)),
    ),
  }
}

function sum(counted: readonly { count: number }[]): number {
  return counted.reduce((total, { count }) => total + count, 0)
}

/** A column of the picture, in units of its width. */
const COLUMN = 38

/** The calendar as HTML of numbers and months: a list of months, each with its rods; where something ends, a link. */
export function drawYear({ columns, anytime }: Year): string {
  const isLong = columns.some(({ months }) => months.length > 1)
  const isEmpty = columns.every(({ ends }) => ends === 0)
  const legend = isEmpty ? '' : `<span>${isLong ? '一格两个月，' : ''}一根＝一项截止</span> `
  return `<figcaption>未来 ${isLong ? 2 * COLUMNS : COLUMNS} 个月${isEmpty ? '没有要截止的' : '，哪个月要办'}</figcaption>
${isEmpty ? '' : `<ol>${columns.map(columnItem).join('')}</ol>`}
${anytime > 0 ? '<svg class="drawing anytime" viewBox="0 0 456 12" preserveAspectRatio="none" aria-hidden="true"><path class="g" d="M0 0h424v12H0zM430 0h14v12h-14zM450 0h6v12h-6z"/></svg>' : ''}
<p>${legend}${anytime > 0 ? `<span><b>${anytime}</b> 项随时可办</span>` : ''}</p>`
}

/** One rod an end, five to a bundle; more than ten are a number only. What ends soon comes first. */
export function drawRods(ends: number, endSoon: number): string {
  if (ends > MOST_RODS) return ''
  const path = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, rod) => `M${(from + rod) * 6} 0h3v24h-3z`).join('')
  return Array.from({ length: Math.ceil(ends / BUNDLE) }, (_, bundle) => {
    const [all, soon] = [ends, endSoon].map((count) =>
      Math.max(0, Math.min(BUNDLE, count - bundle * BUNDLE)),
    ) as [number, number]
    return `<svg class="drawing rods" viewBox="0 0 27 24" preserveAspectRatio="none" aria-hidden="true"><path class="soon" d="${path(0, soon)}"/><path class="f" d="${path(soon, all)}"/></svg>`
  }).join('')
}

function columnItem(column: Column, place: number): string {
  const { months, ends, endSoon, month } = column
  const [first = '', last = first] = months
  const number = (each: string) => Number(each.slice(5))
  // Where there is little room, the first says that these are months.
  const until = last === first ? '' : `<i>–${number(last)}</i>`
  const name = `${number(first)}${until}${place === 0 ? '月' : '<i>月</i>'}`
  // Columns are read one after the other, a row also by itself.
  const january = months.find((each) => number(each) === 1)
  const small = (month: string, look: string) => ` <small${look}>${month.slice(0, 4)}年</small>`
  const year = january ? small(january, '') : ends > 0 ? small(first, ' class="alone"') : ''
  const label = `<span${ends > 0 ? ' aria-hidden="true"' : ''}>${name}${year}</span>`
  if (ends === 0) return `<li>${label}</li>`
  return `<li><a href="/pmanagementlist?view=calendar&amp;month=${month}">${label}<span class="visually-hidden">${columnWords(column)}</span>${drawRods(ends, endSoon)}<b aria-hidden="true">${ends}</b></a></li>`
}

/** 2027年12月 9 项截止 */
function columnWords({ months, ends }: Column): string {
  const [first = '', last = ''] = months
  const isOneYear = first.slice(0, 4) === last.slice(0, 4)
  return `${monthName(first)}${last && `至${isOneYear ? '' : `${last.slice(0, 4)}年`}${Number(last.slice(5))}月`} ${ends} 项截止`
}

/** Of a window on the picture: where it lies, in the units of its width. `isOpen`: it goes on after the last month shown. */
interface Bar {
  from: number
  to: number
  endsSoon: boolean
  isOpen: boolean
}

/** Null: nothing of it lies in these months, or nobody knows when. */
function barOf(window: ApplicationWindow, { columns }: Year, today: string): Bar | null {
  const { state } = windowState(window, today)
  if (!['open', 'closing', 'upcoming', 'in_force', 'rolling'].includes(state)) return null
  const months = columns.flatMap((column) => column.months)
  const [first = ''] = months
  const after = monthFrom(first, months.length)
  const unit = (COLUMNS * COLUMN) / months.length
  const place = (day: string) => {
    const part = (Number(day.slice(8)) - 1) / 31
    return Math.round((months.indexOf(day.slice(0, 7)) + part) * unit)
  }
  const start = startOf(window) ?? today
  const opens = start > today ? start : today
  if (opens >= after) return null
  const end = endOf(window)
  const isOpen = end === null || end >= after
  return {
    from: place(opens),
    to: isOpen ? COLUMNS * COLUMN : Math.max(place(end), place(opens) + 4),
    endsSoon: end !== null && daysBetween(today, end) <= CLOSING_SOON_DAYS,
    isOpen,
  }
}

/** One window under the months, as a picture; what it says stands beside it as text. Null: there is nothing to draw. */
export function drawWindow(window: ApplicationWindow, year: Year, today: string): string | null {
  const bar = barOf(window, year, today)
  if (!bar) return null
  const { from, to, endsSoon, isOpen } = bar
  const rod = isOpen
    ? `M${from} 0H${Math.max(from, to - 32)}v12H${from}zM${to - 26} 0h14v12h-14zM${to - 6} 0h6v12h-6z`
    : `M${from} 0H${to}v12H${from}z`
  const cap = isOpen ? '' : `<path class="${endsSoon ? 'soon' : 'f'}" d="M${to - 3} 0h3v12h-3z"/>`
  return `<svg class="drawing" viewBox="0 0 ${COLUMNS * COLUMN} 12" preserveAspectRatio="none" aria-hidden="true"><path class="win" d="${rod}"/>${cap}</svg>`
}
