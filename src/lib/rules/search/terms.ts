/**
 * Text as index terms: every two neighbouring Han characters, and whole numbers and Latin words. Two word segmenters disagree
 * about Chinese; pairs of characters cannot. The build and the browser share this code.
 */
import { simplify } from './variants.ts'

/** Brackets and blanks inside a run of Han: 首台（套） and 首台套 are the same words. */
const TRANSPARENT = /(?<=\p{Script=Han})[\s()[\]〔〕【】〈〉《》<>「」『』“”‘’"']+(?=\p{Script=Han})/gu

/** 的 and similar particles mean nothing, but would be a tenth of the index. */
const RUNS = /[a-z0-9]+|(?:(?![的吗呢吧])\p{Script=Han})+/gu

/** Characters of two code units each. */
const RARE = /[\ud800-\udfff]/

const isHan = (run: string) => run > '\u007f'

/** Returns one form for different spellings: full width, traditional characters, capitals, 1,000. */
export function foldText(text: string): string {
  return simplify(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3}\b)/g, '')
}

function runsOf(block: string): string[] {
  return block.replace(TRANSPARENT, '').match(RUNS) ?? []
}

/** Receives the terms of a text. Nearly all are two code units, which the index of thousands of texts counts without a string. */
interface TermReader {
  pair(first: number, second: number): void
  word(term: string): void
}

/** Passes the terms of a text to the reader in their order, with repetitions; each line is a block of its own. */
export function readTerms(text: string, reader: TermReader): void {
  for (const block of foldText(text).split('\n')) {
    for (const run of runsOf(block)) {
      if (!isHan(run)) reader.word(run)
      else if (RARE.test(run)) {
        const characters = [...run]
        for (let at = 1; at < characters.length; at++) reader.word(`${characters[at - 1]}${characters[at]}`)
      } else {
        for (let at = 1; at < run.length; at++) reader.pair(run.charCodeAt(at - 1), run.charCodeAt(at))
      }
    }
  }
}

/** Returns the terms of a text in their order, with repetitions. */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  readTerms(text, {
    pair: (first, second) => terms.push(String.fromCharCode(first, second)),
    word: (term) => terms.push(term),
  })
  return terms
}

/** Returns the terms of `termsOf` and every single Han character: for titles, so that 税 alone finds them. */
export function titleTermsOf(text: string): string[] {
  return [...termsOf(text), ...(foldText(text).match(/\p{Script=Han}/gu) ?? [])]
}

/** Returns the terms of a person's query: a single character stands for itself when there is nothing longer. */
export function queryTermsOf(text: string): string[] {
  const terms = termsOf(text)
  return terms.length > 0 ? terms : (foldText(text).match(/\p{Script=Han}/gu) ?? [])
}
