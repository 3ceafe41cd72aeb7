/**
 * Reads the head of an official document from its text: title, 发文字号, 发文机关 and 成文日期 (GB/T 9704—2012, 7.2.5 to
 * 7.3.6). Ignores everything outside the standard's places: a wrong field costs more than an empty one.
 */
import { parseChineseNumber } from './text/articles.ts'

export interface DocumentHead {
  title?: string
  number?: string
  issuers?: string[]
  made?: string
}

const TITLE_MAX = 100
const HEAD_LINES = 8

const WORD = '[^，。；;：:（）()《》“”\\s、0-9]'
const NUMBER = new RegExp(
  `${WORD}{2,20}\\s*[〔[［【（(]\\s*((?:19|20)\\d\\d)\\s*[〕\\]］】）)]\\s*第?\\s*(\\d{1,5})\\s*号` +
    `|${WORD}{2,20}(?:公告|令)\\s*(?:(?:19|20)\\d\\d\\s*年\\s*)?第\\s*[\\d一二三四五六七八九十百]+\\s*号`,
)
const OWN_LINE = new RegExp(`^[（(]?(?:发文字号[：:]\\s*)?(${NUMBER.source})[）)]?$`)
const DAY =
  /((?:19|20)\d\d|[一二][〇○零一二三四五六七八九]{3})年\s*(\d{1,2}|[一二三四五六七八九十]+)月\s*(\d{1,2}|[一二三四五六七八九十]+)日/
const DAY_LINE = new RegExp(`^[（(]?(?:成文日期[：:]\\s*)?${DAY.source}[）)]?$`)
const AUTHORITY =
  /^[^，。；;：:（）()《》“”\s、\d]{0,28}(?:人民政府|人民代表大会|常务委员会|委员会|国务院|总局|[部局厅署委院]|办公[厅室]|管理(?:中心|部)|银行|联合会|管委会)$/

/** @param nameOf the registered name of a spelling; undefined if unregistered */
export function readHead(markdown: string, nameOf: (spelling: string) => string | undefined): DocumentHead {
  const lines = markdown.split('\n').map(plainLine).flatMap(signatureLines).filter(Boolean)
  const head = lines.slice(0, HEAD_LINES)
  const title = titleOf(head)
  // A web page may have the head on one line.
  const alone = head.flatMap((line) => [line, ...line.split(/[\s\u3000]+/)])
  const number = alone.map((words) => OWN_LINE.exec(words)?.[1]).find((found) => found !== undefined)
  const signed = lines.findLastIndex((line) => DAY_LINE.test(line))
  const made = signed < 0 ? undefined : readDay(lines[signed] ?? '')
  const issuers = namesAbove(lines, signed, nameOf) ?? namesBefore(title, nameOf)
  return {
    ...(title && { title }),
    ...(number && { number: printed(number) }),
    ...(issuers && { issuers }),
    ...(made && { made }),
  }
}

/** Converts full-width digits, and removes marks of Markdown. */
function plainLine(line: string): string {
  return line
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/^[#>\s\u3000]+|\*\*|[\s\u3000]+$/g, '')
}

/** Splits 三明市人民政府 2020年2月4日（此件主动公开） into the two lines of the standard. */
function signatureLines(line: string): string[] {
  const text = line.replace(/[\s\u3000]*（此件[^）]*）$/, '')
  const found = DAY.exec(text)
  const names = text.slice(0, found?.index).trim()
  const ends = found && found.index + found[0].length === text.length
  return ends && AUTHORITY.test(names.split(/[\s\u3000]+/).at(-1) ?? '') ? [names, found[0]] : [text]
}

function titleOf(head: readonly string[]): string | undefined {
  const first = head.find((line) => !OWN_LINE.test(line) && !/^\S{2,40}文件$/.test(line))
  const isTitle = first && first.length <= TITLE_MAX && !/[。：:；]$/.test(first) && !AUTHORITY.test(first)
  return isTitle ? first : undefined
}

/** Returns the printed form, with the standard's brackets and no blanks. */
function printed(number: string): string {
  return number
    .replace(/\s+/g, '')
    .replace(/[[［【（(](\d{4})[\]］】）)]/, '〔$1〕')
    .replace(/^中华人民共和国(?=国务院令)/, '')
}

function readDay(line: string): string | undefined {
  const parts = DAY.exec(line)
    ?.slice(1)
    .map((part) => parseChineseNumber(part.replaceAll('○', '〇')))
  const made = parts?.map((part) => String(part).padStart(2, '0')).join('-') ?? ''
  const time = Date.parse(made)
  // 2月30日 is no day.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(made) ? made : undefined
}

function namesAbove(
  lines: readonly string[],
  signed: number,
  nameOf: (spelling: string) => string | undefined,
): string[] | undefined {
  const names: string[] = []
  for (let index = signed - 1; index >= 0; index--) {
    const read = namesIn(lines[index] ?? '', nameOf)
    if (!read) break
    names.unshift(...read)
  }
  return names.length > 0 ? [...new Set(names)] : undefined
}

/** 财政部 税务总局关于…的公告 */
function namesBefore(
  title: string | undefined,
  nameOf: (spelling: string) => string | undefined,
): string[] | undefined {
  const begun = /^(.{2,100}?)[\s\u3000]*(?:印发)?关于/.exec(title ?? '')?.[1]
  return begun === undefined ? undefined : namesIn(begun, nameOf)
}

function namesIn(line: string, nameOf: (spelling: string) => string | undefined): string[] | undefined {
  const pieces = line.split(/[\s\u3000、]+/).filter(Boolean)
  const areNames =
    pieces.length > 0 && pieces.every((piece) => nameOf(piece) !== undefined || AUTHORITY.test(piece))
  return areNames ? pieces.map((piece) => nameOf(piece) ?? piece) : undefined
}
