/**
 * A document cut into the sentences that proposals are found in and point at, each with its place; and days, sums and
 * shares as documents write them: full-width digits, 〇 and ○, 百分之二十, 5000万元.
 */
import { parseChineseNumber } from '../../lib/content/text/articles.ts'

export interface Sentence {
  text: string
  /** Where it stands in the Markdown. */
  start: number
  end: number
  /** Its paragraph, counted from 0; a row of a table is one. */
  line: number
  /** The headings above it and the line that opens its list, outermost first: 申报条件 › 应同时符合下列条件. */
  under: readonly string[]
  /** 第五条, 第三条（二）: as the portal's anchors call it, where 三、 is 第三条 in a text without articles. */
  article?: string
  /** Whether the paragraph is an item of a list: （一）, 1. */
  item: boolean
}

export interface Line {
  text: string
  start: number
  heading: boolean
}

export interface SourceText {
  title: string
  markdown: string
  lines: readonly Line[]
  sentences: readonly Sentence[]
}

const NUMERALS = '一二三四五六七八九十百'
const ARTICLE = new RegExp(`^(第[${NUMERALS}零〇\\d]+条)(?![款项第、的和至及规所之])`)
const PART = new RegExp(`^([${NUMERALS}]+)\\s*、`)
const SUBPART = new RegExp(`^[（(]([${NUMERALS}]+)[）)]`)
const ITEM = new RegExp(`^(?:[（(]?[${NUMERALS}]+[）)]|[（(]?\\d{1,2}[）)]|\\d{1,2}\\s*[.．、](?!\\d)|[①-⑳])`)
const PUNCTUATION = /[，。；;！]/
const SHORT_HEADING = 16

/** What opens an item: its number, with the blanks and marks around it. */
export const OPENING_MARK = new RegExp(
  `^\\s*(?:#+\\s*)?(?:第[${NUMERALS}零〇\\d]+条[\\s　]*|[${NUMERALS}]+\\s*、|[（(]?(?:[${NUMERALS}]+|\\d{1,2})[）)]|\\d{1,2}\\s*[.．、](?!\\d)|[①-⑳])[\\s　]*`,
)

interface Place {
  part: string
  subpart: string
  heading: string[]
  intro: string
  /** How the line that opened the list is numbered itself: the next of its kind closes the list. */
  introMark: string
}

/** Above the title stand the red head and the number (GB/T 9704—2012, 7.2). */
const ABOVE_TITLE = /文件$|[〔[（(](?:19|20)\d\d[〕\]）)]\s*第?\s*\d{1,5}\s*号$/

/** The title of a text that came without one: its first line below the red head, where that can be one. */
export function titleOfText(markdown: string): string | undefined {
  const lines = markdown
    .split('\n')
    .map((line) =>
      line
        .replace(/^#+\s*/, '')
        .replaceAll('**', '')
        .trim(),
    )
    .filter((line) => line !== '')
  const first = lines.find((line) => !ABOVE_TITLE.test(line)) ?? lines[0]
  return first !== undefined && first.length <= 100 && !/[。：:]$/.test(first) ? first : undefined
}

export function readSource(title: string, markdown: string): SourceText {
  const lines = linesOf(markdown)
  const hasArticles = lines.some(({ text }) => ARTICLE.test(text))
  const place: Place = { part: '', subpart: '', heading: [], intro: '', introMark: '' }
  const sentences = lines.flatMap((line, index) => {
    enter(place, line, hasArticles)
    const under = [...place.heading, ...(place.intro ? [place.intro] : [])]
    const article = place.part + place.subpart
    const item = ITEM.test(line.text)
    const found = sentencesOf(line).map(
      (sentence): Sentence => ({ ...sentence, line: index, under, item, ...(article && { article }) }),
    )
    opens(place, line, item)
    return found
  })
  return { title, markdown, lines, sentences }
}

function linesOf(markdown: string): Line[] {
  return [...markdown.matchAll(/[^\n]+/g)].flatMap(({ 0: raw, index }): Line[] => {
    const marks = /^[#>*\-|\s　]*/.exec(raw)?.[0] ?? ''
    const text = raw.slice(marks.length).trimEnd()
    if (text === '') return []
    const plainHeading =
      text.length <= SHORT_HEADING &&
      !PUNCTUATION.test(text) &&
      /(?:条件|时间|期限|对象|范围|材料|程序|流程|方式|要求|标准|额度|日期|联系方式|地址)$/.test(text)
    const short = text.length <= 8 && !/[\d：:，。；、（）(《]/.test(text) && !ITEM.test(text)
    const numbered = PART.test(text) && text.length <= 40 && !/[，。；;]/.test(text)
    return [
      {
        text,
        start: index + marks.length,
        heading: marks.includes('#') || plainHeading || short || numbered,
      },
    ]
  })
}

/** Before the sentences of a line: which article, part and heading they stand under. */
function enter(place: Place, { text, heading }: Line, hasArticles: boolean): void {
  const article = ARTICLE.exec(text)?.[1]
  const part = PART.exec(text)?.[1]
  const subpart = SUBPART.exec(text)?.[1]
  if (article) Object.assign(place, { part: article, subpart: '', intro: '' })
  else if (part)
    Object.assign(place, { part: hasArticles ? place.part : `第${part}条`, subpart: '', intro: '' })
  else if (subpart && place.part) place.subpart = `（${subpart}）`
  if (place.intro && place.introMark !== '' && markOf(text) === place.introMark) place.intro = ''
  if (!heading) {
    if (part && place.heading.length > 0) place.heading = []
    return
  }
  // A heading below a part is （一）…; everything else opens anew.
  place.heading = subpart ? [...place.heading.slice(0, 1), text] : [text]
  place.intro = ''
}

/** After them: a line that ends with a colon opens a list, a paragraph that is no item closes it. */
function opens(place: Place, { text, heading }: Line, item: boolean): void {
  if (/[：:]$/.test(text)) Object.assign(place, { intro: text, introMark: markOf(text) })
  else if (!item && !heading) place.intro = ''
}

/** （一） and （二） are marks of one kind. */
function markOf(text: string): string {
  return (OPENING_MARK.exec(text)?.[0] ?? '').replace(new RegExp(`[${NUMERALS}\\d①-⑳]+`), '#').trim()
}

function sentencesOf({ text, start }: Line): { text: string; start: number; end: number }[] {
  return [...text.matchAll(/[^。；;！]+[。；;！]?/g)].flatMap(({ 0: raw, index }) => {
    const blank = raw.length - raw.trimStart().length
    const trimmed = raw.trim()
    if (trimmed === '' || PUNCTUATION.test(trimmed[0] ?? '')) return []
    return [{ text: trimmed, start: start + index + blank, end: start + index + blank + trimmed.length }]
  })
}

/** A sentence without its number and its last mark. */
export function plain(text: string): string {
  return text.replace(OPENING_MARK, '').replace(/[。；;：:，\s]+$/, '')
}

/** The sentence that holds the character. */
export function sentenceAt({ sentences }: SourceText, at: number): Sentence | undefined {
  return sentences.find(({ start, end }) => start <= at && at < end)
}

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
