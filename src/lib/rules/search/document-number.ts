/**
 * 发文字号 as index terms. 国科发火〔2016〕32号 appears with every kind of bracket, with blanks, with 年 and 第, without 号: the terms are
 * the end of the issuer's mark, the year and the number.
 */
import { foldText } from './terms.ts'

const BRACKETS = '[\\s()[\\]〔〕【】〈〉《》<>「」]*'
const YEAR_AND_NUMBER = `${BRACKETS}(?<year>(?:19|20)\\d\\d)${BRACKETS}年?\\s*第?\\s*(?<number>\\d{1,5})`
/** 第 and 年 belong to the number, not to the mark before it. */
const MARK_CHARACTER = '(?:(?![第年])\\p{Script=Han})'
const NUMBER = '\\s*第?\\s*(?<number>\\d{1,5})'

/** In a document the number ends with 号; the end of the mark is enough, and keeps the search linear. */
const MARK_END = `(?<mark>${MARK_CHARACTER}{1,2})`
const WRITTEN = [
  new RegExp(`${MARK_END}${YEAR_AND_NUMBER}\\s*号`, 'gu'),
  new RegExp(`${MARK_END}${NUMBER}\\s*号`, 'gu'),
]

/** Characters before 号: the end of a mark, year and number, with the characters between them, take up to 30. */
const LONGEST = 40

/** A person may omit 号, unless nothing else marks a document number. */
const MARK = `(?<mark>${MARK_CHARACTER}+)`
const TYPED = [
  new RegExp(`${MARK}${YEAR_AND_NUMBER}(?!\\d)\\s*号?`, 'u'),
  new RegExp(`${YEAR_AND_NUMBER}\\s*号`, 'u'),
  new RegExp(`${MARK}${NUMBER}\\s*号`, 'u'),
  new RegExp(`(?<mark>${MARK_CHARACTER}*令)${NUMBER}(?!\\d)`, 'u'),
]

/** 国务院令 and 国令 are the same orders; the last two characters of other marks are distinctive enough beside year and number. */
function endOfMark(mark: string): string {
  return mark.endsWith('令') ? '令' : mark.slice(-2)
}

function termsOfMatch({ groups = {} }: RegExpMatchArray): string[] {
  const { mark = '', year, number = '' } = groups
  const plain = String(Number(number))
  const end = endOfMark(mark)
  if (mark === '') return [`#${year}-${plain}`]
  return year ? [`${end}#${year}-${plain}`, `#${year}-${plain}`, `${end}#${plain}`] : [`${end}#${plain}`]
}

export function numberTermsOf(text: string): string[] {
  const folded = foldText(text)
  return WRITTEN.flatMap((pattern) => endingIn(folded, pattern).flatMap(termsOfMatch))
}

/** Matches only before each 号: trying the pattern at every character took a tenth of the time for the search files. */
function endingIn(text: string, pattern: RegExp): RegExpMatchArray[] {
  const found: RegExpMatchArray[] = []
  let end = 0
  for (let at = text.indexOf('号'); at >= 0; at = text.indexOf('号', at + 1)) {
    const matches = [...text.slice(Math.max(end, at - LONGEST), at + 1).matchAll(pattern)]
    if (matches.length > 0) end = at + 1
    found.push(...matches)
  }
  return found
}

export interface TypedNumber {
  text: string
  /** Most distinctive first. */
  terms: string[]
  rest: string
}

/** Returns the first document number in a folded query. */
export function findTypedNumber(query: string): TypedNumber | undefined {
  for (const pattern of TYPED) {
    const match = pattern.exec(query)
    if (!match) continue
    const rest = `${query.slice(0, match.index)} ${query.slice(match.index + match[0].length)}`.trim()
    return { text: match[0].trim(), terms: termsOfMatch(match), rest }
  }
  return undefined
}
