/** The coming year as rods: how many windows end in which month. Days are YYYY-MM-DD, months YYYY-MM. */
import {
  type ApplicationWindow,
  CLOSING_SOON_DAYS,
  endOf,
  windowState,
} from '../../lib/rules/time/application-window.ts'
import { daysBetween } from '../../lib/rules/time/china-day.ts'
import { readWindow, writeWindow } from '../../lib/rules/time/window-use.ts'
import { monthFrom, monthName } from './month.ts'

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
    if (state === 'closed' || !(window.kind === 'rolling' || 'closes' in window)) continue
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

const STEP = 6
const COLUMN = 38
const HEIGHT = 24
const LAYER = 30

/** The calendar as HTML of numbers and months: a picture, and over it the same as a list whose months are links. */
export function drawYear({ columns, anytime }: Year): string {
  const isLong = columns.some(({ months }) => months.length > 1)
  const span = `未来 ${isLong ? 2 * COLUMNS : COLUMNS} 个月`
  const said = [...columns.filter(({ ends }) => ends > 0).map(columnWords), `${anytime} 项随时可办`]
  const drawn = columns.map(({ ends, endSoon }) => (ends > MOST_RODS ? [0, 0] : [endSoon, ends]))
  const layers = drawn.some(([, ends = 0]) => ends > BUNDLE) ? 2 : 1
  const height = HEIGHT + (layers - 1) * LAYER
  const rods = (part: (from: number, to: number) => [number, number]) =>
    drawn.map(([soon = 0, ends = 0], column) => rodsOf(column, height, ...part(soon, ends))).join('')
  return `<figcaption>${span}，哪个月要办</figcaption>
<div${layers > 1 ? ' class="tall"' : ''}><ol>${columns.map(columnItem).join('')}</ol>
<svg class="drawing" viewBox="0 0 ${COLUMNS * COLUMN} ${height}" preserveAspectRatio="none" role="img" aria-labelledby="year"><title id="year">${span}：${said.join('；')}</title><path class="soon" d="${rods((soon) => [0, soon])}"/><path class="f" d="${rods((soon, ends) => [soon, ends])}"/></svg></div>
<svg class="drawing" viewBox="0 0 456 12" preserveAspectRatio="none" aria-hidden="true"><path class="g" d="M0 0h424v12H0zM430 0h14v12h-14zM450 0h6v12h-6z"/></svg>
<p><span>${isLong ? '一格两个月，' : ''}一根＝一项截止</span> <span><b>${anytime}</b> 项随时可办</span></p>`
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
  const opens = 'opens' in window && (window.opens ?? '') > today ? (window.opens ?? today) : today
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

/** The rods of one month by themselves, as a row of a list begins with them. */
export function drawRods(ends: number, endSoon: number): string {
  const shown = Math.min(ends, MOST_RODS)
  const rods = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, each) => {
      const rod = from + each
      return `M${rod * STEP + Math.floor(rod / BUNDLE) * STEP} 0h3v16h-3z`
    }).join('')
  const width = (shown + Math.floor((shown - 1) / BUNDLE)) * STEP
  return `<svg class="drawing" width="${width}" height="16" aria-hidden="true"><path class="soon" d="${rods(0, Math.min(endSoon, shown))}"/><path class="f" d="${rods(endSoon, shown)}"/></svg>`
}

/** Rods `from` to `to` of a column, five to a bundle, one bundle above the other. */
function rodsOf(column: number, height: number, from: number, to: number): string {
  return Array.from({ length: Math.max(0, to - from) }, (_, each) => {
    const rod = from + each
    const x = column * COLUMN + (rod % BUNDLE) * STEP
    return `M${x} ${height - HEIGHT - Math.floor(rod / BUNDLE) * LAYER}h3v${HEIGHT}h-3z`
  }).join('')
}

function columnItem(column: Column, index: number): string {
  const { months, ends, month } = column
  const january = months.find((each) => each.endsWith('-01'))
  const number = `${Number(months[0]?.slice(5))}${index === 0 ? '<i>月</i>' : ''}`
  const label = `<span${ends > 0 ? ' aria-hidden="true"' : ''}>${number}${january ? `<small>${january.slice(0, 4)}年</small>` : ''}</span>`
  if (ends === 0) return `<li>${label}</li>`
  const count = ends > MOST_RODS ? `<b aria-hidden="true">${ends}</b>` : ''
  return `<li><a href="/pmanagementlist?view=calendar&amp;month=${month}">${count}${label}<span class="visually-hidden">${columnWords(column)}</span></a></li>`
}

/** 2027年12月 9 项截止 */
function columnWords({ months, ends }: Column): string {
  const [first = '', last = ''] = months
  const isOneYear = first.slice(0, 4) === last.slice(0, 4)
  return `${monthName(first)}${last && `至${isOneYear ? '' : `${last.slice(0, 4)}年`}${Number(last.slice(5))}月`} ${ends} 项截止`
}
