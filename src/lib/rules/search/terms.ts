/** Text as index terms: every two neighbouring Han characters, whole numbers and Latin words. */
import { simplify } from './variants.ts'

/** Brackets and blanks inside a run of Han: 首台（套） and 首台套 are the same words. */
const TRANSPARENT = /(?<=\p{Script=Han})[\s()[\]〔〕【】〈〉《》<>「」『』“”‘’"']+(?=\p{Script=Han})/gu

/** 的 and similar particles mean nothing, but would be a tenth of the index. */
const RUNS = /[a-z0-9]+|(?:(?![的吗呢吧])\p{Script=Han})+/gu

const isHan = (run: string) => run > '\u007f'

export function foldText(text: string): string {
  return simplify(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3}\b)/g, '')
}

function runsOf(block: string): string[] {
  return block.replace(TRANSPARENT, '').match(RUNS) ?? []
}

/** Returns the terms in their order, with repetitions; each line is a block of its own. */
export function termsOf(text: string): string[] {
  return foldText(text)
    .split('\n')
    .flatMap(runsOf)
    .flatMap((run) => {
      if (!isHan(run)) return [run]
      const characters = [...run]
      return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
    })
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
