/** Articles of a document as link targets: 第十一条. */

const DIGITS: Record<string, number> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
}
const UNITS: Record<string, number> = { 十: 10, 百: 100, 千: 1000 }
const NUMERAL = '[零〇一二两三四五六七八九十百千\\d]+'
const CLAUSE = new RegExp(`第(${NUMERAL})条(?:之(${NUMERAL}))?`)
// An article opens a block; 第十一条第二款所称…, 第三条规定的… only mention one.
const OPENING = new RegExp(
  `<(p|h[2-6])([^>]*)>((?:<(?:strong|em)>)?)\\s*(第${NUMERAL}条(?:之${NUMERAL}(?!${NUMERAL}))?)(?![款项第、的和至及规所之])`,
  'g',
)

// A notice without articles is cited by its parts: 第三条 is the part 三、. 一、二等奖 opens none.
const PART = new RegExp(
  `<(p|h[2-6])([^>]*)>((?:<(?:strong|em)>)?)\\s*(${NUMERAL})(?=、)(?!、${NUMERAL}[、等])`,
  'g',
)

/** 一百二十三 → 123; 12 → 12. NaN for other text. */
export function parseChineseNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  let total = 0
  let digit = 0
  for (const char of text) {
    const unit = UNITS[char]
    if (unit !== undefined) {
      total += (digit || 1) * unit
      digit = 0
    } else {
      const value = DIGITS[char]
      if (value === undefined) return Number.NaN
      // 一〇二 is written by places, without units.
      digit = digit * 10 + value
    }
  }
  return total + digit
}

const SIGNS = '零一二三四五六七八九'
const PLACES = ['千', '百', '十', ''] as const

/** 121 → 一百二十一, to 9999: one sign and one unit per digit, one 零 per run, none at the end, 一十 becomes 十. */
export function writeChineseNumber(value: number): string {
  return [...String(value).padStart(4, '0')]
    .map((digit, index) => (digit === '0' ? '零' : `${SIGNS[Number(digit)]}${PLACES[index]}`))
    .join('')
    .replace(/零+/g, '零')
    .replace(/^零|零$/g, '')
    .replace(/^一十/, '十')
}

/** Returns the anchor of the article in a clause such as 第十一条第二款 or 第12条之一: `tiao-11`, `tiao-12-1`. */
export function articleAnchor(clause: string): string | undefined {
  const match = CLAUSE.exec(clause)
  if (!match?.[1]) return undefined
  const numbers = match.slice(1).flatMap((numeral) => (numeral ? [parseChineseNumber(numeral)] : []))
  return numbers.some(Number.isNaN) ? undefined : `tiao-${numbers.join('-')}`
}

export interface Article {
  anchor: string
  label: string
  /** Whether a heading opens it, which the contents include already. */
  heading: boolean
}

interface Opening {
  tag: string
  attributes: string
  open: string
  number: string
}

/**
 * Adds an id to each paragraph or heading of rendered HTML that opens an article. Only the first block of a number
 * gets one: a decree in an annex may restart at 第一条. In a notice without articles, 三、 is 第三条.
 */
export function anchorArticles(html: string): { html: string; articles: Article[] } {
  const found = anchorOpenings(html, OPENING, (number) => number)
  return found.articles.length > 0 ? found : anchorOpenings(html, PART, (number) => `第${number}条`)
}

function anchorOpenings(html: string, opening: RegExp, labelOf: (number: string) => string) {
  const articles: Article[] = []
  const seen = new Set<string>()
  const anchored = html.replace(opening, (whole, ...parts: string[]) => {
    const [tag = '', attributes = '', open = '', number = ''] = parts
    const label = labelOf(number)
    const anchor = articleAnchor(label)
    if (!anchor || seen.has(anchor)) return whole
    seen.add(anchor)
    articles.push({ anchor, label, heading: tag !== 'p' })
    return anchoredOpening({ tag, attributes, open, number }, anchor, label)
  })
  return { html: anchored, articles }
}

function anchoredOpening({ tag, attributes, open, number }: Opening, anchor: string, label: string): string {
  const id = ` id="${anchor}"`
  // The contents link to a heading's own id.
  const [outer, inner] = attributes.includes(' id=') ? ['', id] : [id, '']
  const title = label === number ? '' : ` title="${label}"`
  return `<${tag}${attributes}${outer}>${open}<a${inner} class="article-number" href="#${anchor}"${title}>${number}</a>`
}
