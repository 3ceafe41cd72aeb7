/** A document cut into the sentences that proposals are found in and point at, each with its place. */

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
