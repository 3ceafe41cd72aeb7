/**
 * Text as index terms: every two neighbouring Han characters, and whole numbers and Latin words. The two segmenters of
 * a word index disagree about Chinese; pairs of characters cannot. The build and the browser both cut with this.
 */

/** Brackets and blanks inside a run of Han: 首台（套） and 首台套 are the same words. */
const TRANSPARENT = /(?<=\p{Script=Han})[\s()[\]〔〕【】〈〉《》<>「」『』“”‘’"']+(?=\p{Script=Han})/gu

/** 的 and its kin say nothing, yet would make up a tenth of the index. */
const RUNS = /[a-z0-9]+|(?:(?![的吗呢吧])\p{Script=Han})+/gu

const isHan = (run: string) => run > '\u007f'

/** One form for what people and documents write in several: full width, capitals, 1,000. */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3}\b)/g, '')
}

/** The runs of one block of folded text. */
function runsOf(block: string): string[] {
  return block.replace(TRANSPARENT, '').match(RUNS) ?? []
}

function pairsOf(run: string): string[] {
  const pairs: string[] = []
  // Slices of two code units are what the engine finds fastest in a map; rare characters need two units each.
  if (/[\ud800-\udfff]/.test(run)) {
    const characters = [...run]
    for (let at = 1; at < characters.length; at++) pairs.push(`${characters[at - 1]}${characters[at]}`)
  } else {
    for (let at = 1; at < run.length; at++) pairs.push(run.slice(at - 1, at + 1))
  }
  return pairs
}

/** The terms of a text in their order, repeated as often as they occur; a line is a block of its own. */
export function termsOf(text: string): string[] {
  return foldText(text)
    .split('\n')
    .flatMap(runsOf)
    .flatMap((run) => (isHan(run) ? pairsOf(run) : [run]))
}

/** The terms of `termsOf` and every single Han character. For titles, so that 税 alone finds something. */
export function titleTermsOf(text: string): string[] {
  return [...termsOf(text), ...(foldText(text).match(/\p{Script=Han}/gu) ?? [])]
}

/** The terms of what a person typed: a single character stands for itself when there is nothing longer. */
export function queryTermsOf(text: string): string[] {
  const terms = termsOf(text)
  return terms.length > 0 ? terms : (foldText(text).match(/\p{Script=Han}/gu) ?? [])
}
