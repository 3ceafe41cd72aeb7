/** Days, sums and shares as documents write them: full-width digits, 〇 and ○, 百分之二十, 5000万元. */
import { parseChineseNumber } from '../../lib/content/text/articles.ts'

/** The same length as before, so that places stay: full-width digits, percent signs and points. */
export function foldDigits(text: string): string {
  return text
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/％/g, '%')
    .replace(/．/g, '.')
    .replace(/[○Ｏ]/g, '〇')
}

const CHINESE = '[一二两三四五六七八九十]'
const YEAR = '(?<year>(?:19|20)\\d\\d|[一二][〇零一二三四五六七八九]{3})'
const MONTH = `(?<month>\\d{1,2}|${CHINESE}{1,2})`
const DAY = `(?<day>\\d{1,2}|${CHINESE}{1,3})`

/** GB/T 9704—2012, 7.3.5.4: 成文日期 in Arabic figures, the year whole; older documents write 一九九四年十二月六日. */
const FULL_DAY = new RegExp(`${YEAR}\\s*年\\s*${MONTH}\\s*月\\s*${DAY}\\s*日`, 'g')
const DOTTED_DAY = /(?<![\d.])(?<year>20\d\d)[.\-/](?<month>\d{1,2})[.\-/](?<day>\d{1,2})(?![\d.])/g
const YEARLESS_DAY = new RegExp(`(?<![年\\d])\\s*${MONTH}\\s*月\\s*${DAY}\\s*日`, 'g')
const END_OF_YEAR = /(?<year>20\d\d)\s*年\s*(?:年底|底|末)/g
const MONTH_ONLY = new RegExp(
  `${YEAR}\\s*年\\s*${MONTH}\\s*月(?!\\s*[\\d一二三四五六七八九十])(?<last>底|末)?`,
  'g',
)

export interface Day {
  /** YYYY-MM-DD */
  day: string
  start: number
  end: number
  /** The year was not written there. */
  assumed: boolean
}

/** Every day that a text names, in its order. `year`: of a day that is written without one. */
export function daysIn(text: string, year?: number): Day[] {
  // Most lines name none.
  if (!/[年月]|20\d\d[.\-/]|２０/.test(text)) return []
  const folded = foldDigits(text)
  const found: Day[] = []
  const take = (
    pattern: RegExp,
    read: (groups: Record<string, string | undefined>) => string | undefined,
    assumed = false,
  ) => {
    for (const { 0: whole, index, groups = {} } of folded.matchAll(pattern)) {
      const blank = whole.length - whole.trimStart().length
      const [start, end] = [index + blank, index + whole.length]
      if (found.some((other) => start < other.end && other.start < end)) continue
      const day = read(groups)
      if (day) found.push({ day, start, end, assumed })
    }
  }
  take(FULL_DAY, ({ year: y, month, day }) => calendarDay(readYear(y), month, day))
  take(DOTTED_DAY, ({ year: y, month, day }) => calendarDay(readYear(y), month, day))
  take(END_OF_YEAR, ({ year: y }) => calendarDay(readYear(y), '12', '31'))
  take(MONTH_ONLY, ({ year: y, month, last }) =>
    last ? lastDay(readYear(y), month) : calendarDay(readYear(y), month, '1'),
  )
  if (year !== undefined) take(YEARLESS_DAY, ({ month, day }) => calendarDay(year, month, day), true)
  return found.sort((a, b) => a.start - b.start)
}

function readYear(written = ''): number {
  return /^\d+$/.test(written) ? Number(written) : parseChineseNumber(written.replace(/零/g, '〇'))
}

function calendarDay(year: number, month = '', day = ''): string | undefined {
  const [m, d] = [parseChineseNumber(month), parseChineseNumber(day)]
  const date = new Date(Date.UTC(year, m - 1, d))
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === m - 1 && date.getUTCDate() === d
  return real ? date.toISOString().slice(0, 10) : undefined
}

function lastDay(year: number, month = ''): string {
  return new Date(Date.UTC(year, parseChineseNumber(month), 0)).toISOString().slice(0, 10)
}

/** `years` later, less a day: 2023-09-08 and three years → 2026-09-07. */
export function lastDayAfter(day: string, years: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}

const SCALE: Record<string, number> = { '': 1, 百: 100, 千: 1000, 万: 1e4, 百万: 1e6, 千万: 1e7, 亿: 1e8 }
export const SUM = `(?<number>\\d[\\d,，]*(?:\\.\\d+)?)\\s*(?<scale>[百千]?万|亿|百|千)?元`
export const SHARE = `(?:(?<percent>\\d+(?:\\.\\d+)?)\\s*%|百分之(?<chinese>[一二三四五六七八九十百零点]+))`

/** 元 of what `SUM` matched. */
export function readSum(number = '', scale = ''): number {
  return Math.round(Number(number.replace(/[,，]/g, '')) * (SCALE[scale] ?? 1) * 100) / 100
}

/** Percent of what `SHARE` matched. */
export function readShare(percent?: string, chinese = ''): number {
  return percent === undefined ? parseChineseNumber(chinese) : Number(percent)
}

/** 一, 3, 十五. */
export function readCount(written = ''): number {
  return parseChineseNumber(foldDigits(written))
}
