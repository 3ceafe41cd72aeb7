/**
 * What Word shows of a document and a converter leaves out or adds: the numbers of automatic lists, which stand in no
 * text (ECMA-376, part 1, 17.9), and text that is hidden or struck.
 */
import { writeChineseNumber } from '../../lib/content/text/articles.ts'

/** Parts of a .docx as they are. */
export interface WordParts {
  document: string
  numbering?: string | undefined
  styles?: string | undefined
}

export interface ShownDocument {
  /** The part with its numbers as text, without what is hidden or struck and without a table of contents. */
  document: string
  /** Places that somebody has changed and nobody accepted. */
  changes: number
  /** Runs that were left out. */
  hidden: number
}

interface Edit {
  from: number
  to: number
  text: string
}

interface Paragraph {
  from: number
  style?: string
  list?: string
  level?: string
  /** Where its own numbering stands. */
  numbering?: { from: number; to: number }
  /** The end of the paragraph was taken away: its text belongs to the next one. */
  isMerged?: true
  /** Stays an item of a list. */
  isItem?: true
  /** Is to stand before its first text. */
  number?: string
}

const TAG = /<(\/?)w:(\w+)((?:"[^"<]*"|'[^'<]*'|[^<>"'])*?)(\/?)>/g
const NO_LIST = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>'
const HIDING = new Set(['vanish', 'strike', 'dstrike'])
const CHANGING = new Set(['ins', 'del', 'moveFrom', 'moveTo'])

/** Numbers in 1., 2., … stay those of a list where it shows the same ones. */
export function showDocument({ document, numbering = '', styles = '' }: WordParts): ShownDocument {
  const known = readStyles(styles)
  const count = countItems(readLists(numbering), known)
  const isContents = (style = '') => /^toc ?\d$/i.test(known.get(style)?.name ?? style)
  const edits: Edit[] = []
  const paragraphs: Paragraph[] = []
  const runs: { from: number; isHidden?: true }[] = []
  /** What the converter writes before the next item of each level. */
  let shown: number[] = []
  let changes = 0
  let hidden = 0
  let oldProperties = 0
  let isInParagraphProperties = false
  let isInRunProperties = false

  const number = (paragraph: Paragraph, at: number) => {
    const found = paragraph.isMerged ? undefined : count(paragraph)
    if (!found) return
    const { level, value, text } = found
    shown = shown.slice(0, level + 1)
    const next = (shown[level] ?? 0) + 1
    if (text === undefined || (/^\d+[.．]$/.test(text) && value === next)) {
      shown[level] = next
      paragraph.isItem = true
      return
    }
    paragraph.number = text + (/^第|[.．]$/.test(text) ? ' ' : '')
    edits.push({ ...(paragraph.numbering ?? { from: at, to: at }), text: NO_LIST })
  }

  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', 4: empty, index } of document.matchAll(
    TAG,
  )) {
    const end = index + tag.length
    const isEnd = slash === '/'
    const isWhole = empty === '/'
    if (name === 'pPrChange' || name === 'rPrChange') {
      oldProperties += isWhole ? 0 : isEnd ? -1 : 1
      continue
    }
    if (oldProperties > 0) continue
    const paragraph = paragraphs.at(-1)
    const run = runs.at(-1)
    switch (name) {
      case 'p':
        if (!isEnd && !isWhole) {
          paragraphs.push({ from: index })
          break
        }
        if (isEnd && paragraph) {
          paragraphs.pop()
          if (isContents(paragraph.style)) edits.push({ from: paragraph.from, to: end, text: '' })
        }
        if (!paragraph?.isItem || isWhole) shown = []
        break
      case 'tc':
        shown = []
        break
      case 'pPr':
        isInParagraphProperties = !isEnd && !isWhole
        if (isEnd && paragraph) number(paragraph, index)
        break
      case 'numPr':
        if (paragraph && !isEnd) paragraph.numbering = { from: index, to: end }
        else if (paragraph?.numbering) paragraph.numbering.to = end
        break
      case 'numId':
        if (paragraph && isInParagraphProperties) paragraph.list = attributeOf(attributes)
        break
      case 'ilvl':
        if (paragraph && isInParagraphProperties) paragraph.level = attributeOf(attributes)
        break
      case 'pStyle':
        if (paragraph && isInParagraphProperties) paragraph.style = attributeOf(attributes)
        break
      case 'rPr':
        isInRunProperties = !isEnd && !isWhole
        break
      case 'r':
        if (!isEnd && !isWhole) runs.push({ from: index })
        else if (isEnd && runs.pop()?.isHidden && run) {
          hidden += 1
          edits.push({ from: run.from, to: end, text: '' })
        }
        break
      case 't':
        if (!isEnd && !isWhole && paragraph?.number !== undefined && !run?.isHidden) {
          edits.push({ from: end, to: end, text: paragraph.number })
          delete paragraph.number
        }
        break
      default:
        if (CHANGING.has(name) && !isEnd) {
          if (!isInRunProperties) changes += 1
          else if (isInParagraphProperties && name === 'del' && paragraph) paragraph.isMerged = true
        }
        if (HIDING.has(name) && run && isInRunProperties && !isInParagraphProperties && isOn(attributes)) {
          run.isHidden = true
        }
    }
  }
  return { document: edited(document, edits), changes, hidden }
}

/** What lies in a part that goes is gone with it. */
function edited(text: string, edits: readonly Edit[]): string {
  let at = 0
  let result = ''
  for (const edit of edits.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (edit.from < at) continue
    result += text.slice(at, edit.from) + edit.text
    at = edit.to
  }
  return result + text.slice(at)
}

function attributeOf(attributes: string, name = 'val'): string {
  return new RegExp(`w:${name}=(?:"([^"]*)"|'([^']*)')`).exec(attributes)?.slice(1).find(Boolean) ?? ''
}

const isOn = (attributes: string) => !/^(?:0|false|off)$/.test(attributeOf(attributes))

interface Level {
  start: number
  format: string
  /** `第%1条`: the number of the first level in its place. */
  text: string
  /** After an item of which level it begins anew; 0: never. Undefined: after one of any level above. */
  restart?: number
  style?: string
  isDecimal?: true
}

interface Lists {
  levels: Map<string, Level[]>
  /** Several lists may be one that goes on. */
  lists: Map<string, { abstract: string; starts: Map<number, number>; levels: Level[] }>
}

function readLists(part: string): Lists {
  const levels = new Map<string, Level[]>()
  const lists: Lists['lists'] = new Map()
  const links: [abstract: string, link: string][] = []
  const linked = new Map<string, string>()
  let abstract = ''
  let list = { abstract: '', starts: new Map<number, number>(), levels: [] as Level[] }
  let level: Level | undefined
  let overridden = 0
  for (const { 1: slash, 2: name = '', 3: attributes = '' } of part.matchAll(TAG)) {
    if (slash === '/') {
      if (name === 'lvl') level = undefined
      continue
    }
    const value = attributeOf(attributes)
    if (name === 'abstractNum') {
      abstract = attributeOf(attributes, 'abstractNumId')
      levels.set(abstract, [])
    } else if (name === 'num') {
      list = { abstract: '', starts: new Map(), levels: [] }
      lists.set(attributeOf(attributes, 'numId'), list)
    } else if (name === 'lvl') {
      level = { start: 1, format: 'decimal', text: '' }
      const own = lists.size > 0 ? list.levels : levels.get(abstract)
      if (own) own[Number(attributeOf(attributes, 'ilvl'))] = level
    } else if (name === 'abstractNumId') list.abstract = value
    else if (name === 'lvlOverride') overridden = Number(attributeOf(attributes, 'ilvl'))
    else if (name === 'startOverride') list.starts.set(overridden, Number(value))
    else if (name === 'styleLink') linked.set(value, abstract)
    else if (name === 'numStyleLink') links.push([abstract, value])
    else if (level) {
      if (name === 'start') level.start = Number(value)
      else if (name === 'numFmt') level.format = value
      else if (name === 'lvlText') level.text = value
      else if (name === 'lvlRestart') level.restart = Number(value)
      else if (name === 'pStyle') level.style = value
      else if (name === 'isLgl' && isOn(attributes)) level.isDecimal = true
    }
  }
  for (const [from, link] of links) levels.set(from, levels.get(linked.get(link) ?? '') ?? [])
  return { levels, lists }
}

interface Style {
  name?: string
  parent?: string
  list?: string
  level?: string
}

function readStyles(part: string): Map<string, Style> {
  const styles = new Map<string, Style>()
  let style: Style = {}
  for (const { 1: slash, 2: name = '', 3: attributes = '' } of part.matchAll(TAG)) {
    if (slash === '/') continue
    if (name === 'style') {
      style = {}
      styles.set(attributeOf(attributes, 'styleId'), style)
    } else if (name === 'name') style.name = attributeOf(attributes)
    else if (name === 'basedOn') style.parent = attributeOf(attributes)
    else if (name === 'numId') style.list = attributeOf(attributes)
    else if (name === 'ilvl') style.level = attributeOf(attributes)
  }
  return styles
}

/** Longer chains of styles lead in a circle. */
const PARENTS = 20

/** Counts the paragraphs of lists one after the other. `text` is undefined for a list without numbers. */
function countItems({ levels, lists }: Lists, styles: ReadonlyMap<string, Style>) {
  const counters = new Map<string, (number | undefined)[]>()
  const begun = new Set<string>()

  const ofStyle = (name: string | undefined): Pick<Style, 'list' | 'level'> => {
    let style = styles.get(name ?? '')
    let level = style?.level
    for (let step = 0; style && step < PARENTS; step += 1) {
      level ??= style.level
      if (style.list !== undefined) return { list: style.list, ...(level !== undefined && { level }) }
      style = styles.get(style.parent ?? '')
    }
    return {}
  }

  return (paragraph: Paragraph): { level: number; value: number; text: string | undefined } | undefined => {
    const inherited = ofStyle(paragraph.style)
    const name = paragraph.list ?? inherited.list ?? '0'
    const list = lists.get(name)
    if (!list) return undefined
    const own = [...(levels.get(list.abstract) ?? [])]
    for (const [index, changed] of list.levels.entries()) if (changed) own[index] = changed
    const ofItsStyle = own.findIndex((level) => level?.style !== undefined && level.style === paragraph.style)
    const at = Number(paragraph.level ?? inherited.level ?? Math.max(ofItsStyle, 0))
    const level = own[at]
    if (!level) return undefined

    const counted = counters.get(list.abstract) ?? []
    counters.set(list.abstract, counted)
    const start = list.starts.get(at)
    if (start !== undefined && !begun.has(`${name} ${at}`)) counted[at] = start - 1
    begun.add(`${name} ${at}`)
    const value = (counted[at] ?? level.start - 1) + 1
    counted[at] = value
    for (let deeper = at + 1; deeper < own.length; deeper += 1) {
      const restart = own[deeper]?.restart
      if (restart === undefined || at < restart) counted[deeper] = undefined
    }
    if (level.format === 'bullet') return { level: at, value, text: undefined }
    const text = level.text.replace(/%([1-9])/g, (_, place: string) => {
      const other = own[Number(place) - 1]
      const format = level.isDecimal ? 'decimal' : (other?.format ?? 'decimal')
      return writeNumber(counted[Number(place) - 1] ?? other?.start ?? 1, format)
    })
    return { level: at, value, text: text.trim() === '' ? undefined : text.trim() }
  }
}

const STEMS = '甲乙丙丁戊己庚辛壬癸'
const BRANCHES = '子丑寅卯辰巳午未申酉戌亥'
const DIGITS = '〇一二三四五六七八九'
const LEGAL: Record<string, string> = Object.fromEntries(
  [...'一二三四五六七八九十百千'].map((sign, index) => [sign, '壹贰叁肆伍陆柒捌玖拾佰仟'[index] ?? sign]),
)
/** First signs of the rows in which Unicode has numbers in circles and brackets, with how many there are. */
const ROWS: Record<string, [first: number, count: number]> = {
  decimalEnclosedCircle: [0x2460, 20],
  decimalEnclosedCircleChinese: [0x2460, 20],
  decimalEnclosedParen: [0x2474, 20],
  decimalEnclosedFullstop: [0x2488, 20],
  ideographEnclosedCircle: [0x3280, 10],
}
const ROMAN: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

/** A number from 1 on in a format of ECMA-376, part 1, 17.18.59; those that no Chinese document has are digits. */
function writeNumber(value: number, format: string): string {
  const row = ROWS[format]
  if (row && value >= 1 && value <= row[1]) return String.fromCodePoint(row[0] + value - 1)
  if (value < 1 || value > 9999) return String(value)
  switch (format) {
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'japaneseCounting':
    case 'taiwaneseCounting':
    case 'taiwaneseCountingThousand':
      return writeChineseNumber(value)
    case 'chineseLegalSimplified':
      return [...writeChineseNumber(value).replace(/^十/, '一十')].map((sign) => LEGAL[sign] ?? sign).join('')
    case 'ideographDigital':
    case 'taiwaneseDigital':
      return [...String(value)].map((digit) => DIGITS[Number(digit)]).join('')
    case 'ideographTraditional':
      return STEMS[value - 1] ?? String(value)
    case 'ideographZodiac':
      return BRANCHES[value - 1] ?? String(value)
    case 'lowerLetter':
    case 'upperLetter': {
      const letter = String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26))
      return format === 'lowerLetter' ? letter : letter.toUpperCase()
    }
    case 'lowerRoman':
    case 'upperRoman': {
      const roman = writeRoman(value)
      return format === 'lowerRoman' ? roman : roman.toUpperCase()
    }
    case 'decimalZero':
      return String(value).padStart(2, '0')
    case 'none':
      return ''
    default:
      return String(value)
  }
}

function writeRoman(value: number): string {
  let left = value
  let text = ''
  for (const [worth, sign] of ROMAN) {
    text += sign.repeat(Math.floor(left / worth))
    left %= worth
  }
  return text
}
