/**
 * What Word, WPS, Excel, WeChat and web pages put on the clipboard, as the Markdown of the portal: headings, paragraphs,
 * lists, tables and links stay; styles, scripts, pictures and the marks of the program that wrote it go.
 */
import { writeChineseNumber } from '../../../lib/content/text/articles.ts'
import { foldRadicals } from '../../../lib/rules/text/radicals.ts'
import { type Node, readHtml, writeMarkdown } from './html-tree.ts'

const DROPPED = new Set(
  'head script style link meta title base xml img picture svg canvas video audio iframe object embed noscript template button input select textarea nav'.split(
    ' ',
  ),
)
const BLOCKS = new Set(
  'p div section article main header footer center blockquote h1 h2 h3 h4 h5 h6 ul ol li table tbody thead tr td th dl dt dd hr pre'.split(
    ' ',
  ),
)
const NUMERAL = '[零〇一二三四五六七八九十百千\\d]+'
/** What begins a line of its own in an official text. */
const BEGINS = new RegExp(
  `^(?:第${NUMERAL}[编章节条]|${NUMERAL}、|[（(]${NUMERAL}[)）]|\\d+[.．](?!\\d)|附件|[-*•·●] )`,
)
const ENDS = /[。；：！？….;:!?]["”’」）)]?$/
// The head and the signature of an official document, whose lines end without a mark (GB/T 9704—2012, 7.2 and 7.3).
const RED_HEAD = /^\S{2,40}文件$/
const ALONE = /^(?:\S{2,20}[〔[（(](?:19|20)\d\d[〕\]）)]第?\d{1,5}号|(?:19|20)\d\d年\d{1,2}月\d{1,2}日)$/
const TITLE = /^\S{0,60}关于.{2,150}的(?:通知|公告|通告|公示|意见|决定|决议|批复|函)$/
/** The title is the first of them, behind the red head and the number, and what stands above these. */
const HEAD_PARAGRAPHS = 5
const HAN = '[\\p{Script=Han}，。、；：！？（）《》〈〉“”‘’〔〕【】…—％]'
const WRAPPED = new RegExp(`(${HAN})[ \\t]*\\n\\s*(?=${HAN})`, 'gu')
const SPACED = new RegExp(`(${HAN})\\u3000+(?=${HAN})`, 'gu')
const SAFE = /^(?:https?:\/\/|mailto:|tel:)/i

const element = (tagName: string, children: Node[], properties: Record<string, unknown> = {}): Node => ({
  type: 'element',
  tagName,
  properties,
  children,
})
const textNode = (value: string): Node => ({ type: 'text', value })

/** Markdown of an HTML clip; empty where nothing of it stays. */
export function cleanHtml(html: string): string {
  const folded = foldRadicals(html)
  const clip = /<!--StartFragment-->([\s\S]*?)<!--EndFragment-->/.exec(folded)?.[1] ?? folded
  // A range of Excel begins inside its table.
  const whole = /^\s*<(?:col|tr|td)\b/i.test(clip) ? `<table>${clip}</table>` : clip
  return writeMarkdown(loose(listsOfWord(readHtml(whole).flatMap(cleaned)), asParagraph))
}

/** Lines that a program has broken put together again, spaces that only indent taken away; Markdown stays as it is. */
export function cleanText(pasted: string): string {
  const text = foldRadicals(pasted)
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200b\ufeff\u00ad]/g, '')
    .split('\n')
    .map((line) => line.replace(/[\u00a0\u3000]/g, ' ').trim())
  if (lines.length < 2 || lines.some((line) => /^(?:#{1,6} |\||[-*+] |> |```)/.test(line))) return text
  return joinLines(lines).join('\n\n')
}

/** Paragraphs of lines: an empty line, the end of a sentence or the number of an item begins another. */
function joinLines(lines: readonly string[]): string[] {
  const paragraphs: string[] = []
  let isOpen = false
  for (const line of lines) {
    if (ALONE.test(line) || (paragraphs.length === 0 && RED_HEAD.test(line))) {
      paragraphs.push(line)
      isOpen = false
      continue
    }
    const last = paragraphs.at(-1)
    if (line === '') isOpen = false
    else if (isOpen && last !== undefined && !ENDS.test(last) && !BEGINS.test(line)) {
      const isLatin = /[\w,.]$/.test(last) && /^\w/.test(line)
      paragraphs[paragraphs.length - 1] = last + (isLatin ? ' ' : '') + line
    } else {
      paragraphs.push(line)
      isOpen = true
    }
    if (paragraphs.length <= HEAD_PARAGRAPHS && TITLE.test(paragraphs.at(-1) ?? '')) isOpen = false
  }
  return paragraphs
}

/** A node as it stays: itself, what is in it, or nothing. */
function cleaned(node: Node): Node[] {
  if (node.type === 'text') return [textNode(cleanSpaces(node.value ?? ''))]
  if (node.type !== 'element' || !node.tagName) return []
  const { tagName } = node
  const style = String(node.properties?.['style'] ?? '').toLowerCase()
  if (DROPPED.has(tagName) || (/^(?:mp|v|w|m|st1):?-?/.test(tagName) && /[:-]/.test(tagName))) return []
  if (/display:\s*none|mso-hide:\s*all/.test(style)) return []
  if (tagName === 'table') return tableOf(node)
  if (tagName === 'ol' && /cjk-ideographic|(?:simp|trad)-chinese/.test(style)) return chineseList(node)
  const number = /mso-list:(?!\s*ignore)/.test(style) ? numberOfWord(node) : undefined
  const children = listsOfWord((node.children ?? []).flatMap(cleaned))
  switch (tagName) {
    case 'h1':
    case 'h5':
    case 'h6':
      return wordsOf(node) ? [element(tagName === 'h1' ? 'h2' : 'h4', inlineOf(children))] : []
    case 'h2':
    case 'h3':
    case 'h4':
      return [element(tagName, inlineOf(children))]
    case 'p':
      return paragraphsOf(children).map((own, index) =>
        headed(element('p', own, index === 0 && number ? { number } : {})),
      )
    case 'b':
    case 'strong':
      return /font-weight:\s*(?:normal|[1-4]00)/.test(style) || wordsOf(node) === '' || children.some(isBlock)
        ? children
        : [element('strong', children)]
    case 'i':
    case 'em':
      return wordsOf(node) === '' || children.some(isBlock) ? children : [element('em', children)]
    case 'a': {
      const href = String(node.properties?.['href'] ?? '')
      return SAFE.test(href) && wordsOf(node) ? [element('a', inlineOf(children), { href })] : children
    }
    case 'li':
      return [element('li', children)]
    case 'ol':
      if (children.some((item) => /^第.+条/.test(wordsOf(item)))) {
        return children.flatMap((item) => (item.tagName === 'li' ? [element('p', item.children ?? [])] : []))
      }
      return [
        element('ol', itemsOf(children), {
          start: /^\d{1,9}$/.exec(String(node.properties?.['start']))?.[0],
        }),
      ]
    case 'ul':
      return [element('ul', itemsOf(children))]
    case 'blockquote':
      return [element('blockquote', loose(children, asParagraph))]
    case 'pre':
      return [element('pre', [element('code', children.map(wordsOf).map(textNode))])]
    case 'br':
    case 'hr':
    case 'code':
      return [element(tagName, children)]
    default:
      if (!BLOCKS.has(tagName)) {
        const isBold = /font-weight:\s*(?:bold|[6-9]00)/.test(style) && tagName === 'span'
        return isBold && wordsOf(node) && !children.some(isBlock) ? [element('strong', children)] : children
      }
      return children.some(isBlock) ? loose(children) : asParagraphs(children)
  }
}

/** The items of a list; what a program left between them belongs to the one before. */
function itemsOf(children: readonly Node[]): Node[] {
  const items: Node[] = []
  for (const child of children) {
    const last = items.at(-1)
    if (child.tagName === 'li') items.push(element('li', [...(child.children ?? [])]))
    else if (last) last.children?.push(child)
    else if (wordsOf(child).trim()) items.push(element('li', [child]))
  }
  return items
}

const asParagraphs = (inline: readonly Node[]) => paragraphsOf(inline).map((own) => headed(element('p', own)))
const asParagraph = (inline: Node[]) =>
  inline.some((node) => wordsOf(node).trim()) ? [element('p', inline)] : []

/** Blocks, and what stands between them in paragraphs of its own. */
function loose(children: readonly Node[], wrapped: (inline: Node[]) => Node[] = asParagraphs): Node[] {
  const blocks: Node[] = []
  let inline: Node[] = []
  const close = () => {
    blocks.push(...wrapped(inline))
    inline = []
  }
  for (const child of children) {
    if (!isBlock(child)) {
      inline.push(child)
      continue
    }
    close()
    blocks.push(child)
  }
  close()
  return blocks
}

/** The parts of a paragraph: a break that is only the end of a line goes, one between sentences ends the paragraph. */
function paragraphsOf(children: readonly Node[]): Node[][] {
  const parts: Node[][] = [[]]
  for (const [index, child] of children.entries()) {
    const part = parts.at(-1) ?? []
    if (child.tagName !== 'br') {
      part.push(child)
      continue
    }
    const before = part.map(wordsOf).join('').trim()
    const after = children.slice(index + 1)
    const end = after.findIndex(({ tagName }) => tagName === 'br')
    const next = (end < 0 ? after : after.slice(0, end)).map(wordsOf).join('').trim()
    if (before === '' || next === '' || ENDS.test(before) || BEGINS.test(next)) parts.push([])
  }
  return parts.map(trimmed).filter((part) => part.map(wordsOf).join('').trim() !== '')
}

function trimmed(part: readonly Node[]): Node[] {
  return part.map((node, index) =>
    index === 0 && node.type === 'text' ? textNode((node.value ?? '').trimStart()) : node,
  )
}

/** A short line that is bold as a whole and begins as headings of official texts do is one. */
function headed(paragraph: Node): Node {
  const own = (paragraph.children ?? []).filter((child) => wordsOf(child).trim() !== '')
  const words = wordsOf(paragraph).trim()
  if (
    words.length > 40 ||
    ENDS.test(words) ||
    !own.length ||
    own.some(({ tagName }) => tagName !== 'strong')
  ) {
    return paragraph
  }
  const level = new RegExp(`^(?:第${NUMERAL}[编章节]|${NUMERAL}、)`).test(words)
    ? 'h2'
    : new RegExp(`^[（(]${NUMERAL}[)）]`).test(words)
      ? 'h3'
      : undefined
  return level ? element(level, [textNode(words)]) : paragraph
}

/** What Word writes before an item of a list, which is no part of its text: 第一条, 1., ·. */
function numberOfWord(node: Node): string | undefined {
  const mark = find(node, ({ properties }) => /mso-list:\s*ignore/i.test(String(properties?.['style'] ?? '')))
  if (!mark) return undefined
  const number = wordsOf(mark).replace(/[\s\u00a0\u3000]/g, '')
  mark.children = []
  return number
}

/** Items of Word, which are paragraphs, as lists; numbers that are cited stay as they are printed. */
function listsOfWord(nodes: readonly Node[]): Node[] {
  const tidied: Node[] = []
  for (const node of nodes) {
    const number = node.tagName === 'p' ? (node.properties?.['number'] as string | undefined) : undefined
    if (number === undefined) {
      // Between two items only the source's own line ends stand.
      if (!(node.type === 'text' && node.value?.trim() === '' && isList(tidied.at(-1)))) tidied.push(node)
      continue
    }
    if (new RegExp(`^(?:第|[（(]?${NUMERAL}[、）)]$)`).test(number) && !/^\d/.test(number)) {
      const gap = number.startsWith('第') ? ' ' : ''
      tidied.push(element('p', [textNode(number + gap), ...(node.children ?? [])]))
      continue
    }
    const tagName = /^[（(]?\d/.test(number) ? 'ol' : 'ul'
    const last = tidied.at(-1)
    const item = element('li', node.children ?? [])
    if (last?.tagName === tagName && last.properties?.['word']) last.children?.push(item)
    else tidied.push(element(tagName, [item], { word: true }))
  }
  return tidied
}

const isList = (node: Node | undefined) => node?.tagName === 'ol' || node?.tagName === 'ul'

function chineseList(list: Node): Node[] {
  const items = (list.children ?? []).filter(({ tagName }) => tagName === 'li')
  return items.map((item, index) =>
    element('p', [
      textNode(`${writeChineseNumber(index + 1)}、`),
      ...inlineOf((item.children ?? []).flatMap(cleaned)),
    ]),
  )
}

/** A table of plain rows: what spans rows or columns is repeated, so that every row can be read by itself. */
function tableOf(table: Node): Node[] {
  if (
    find(table, (node) => node !== table && node.tagName === 'table') ||
    rowsOf(table).every((row) => row.length < 2)
  ) {
    return rowsOf(table)
      .flat()
      .flatMap(({ cell }) => loose((cell.children ?? []).flatMap(cleaned)))
  }
  const { grid, headRows } = spread(rowsOf(table))
  // A title over the whole table is no row of it.
  const titles: Node[] = []
  while (grid.length > 1 && (grid[0]?.length ?? 0) > 1 && new Set(grid[0]).size === 1) {
    titles.push(element('p', grid.shift()?.[0]?.children ?? []))
  }
  const width = Math.max(...grid.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) =>
    grid.some((row) => row[column] && wordsOf(row[column]).trim() !== ''),
  )
  const rows = grid
    .map((row) => columns.map((column) => row[column] ?? element('td', [])))
    .filter((row) => row.some((cell) => wordsOf(cell).trim() !== ''))
  const isUnderTitle = titles.length > 0
  const heads = rows.splice(0, isUnderTitle ? 1 : headRows)
  const head = columns.map((_, column) => {
    const cells = [...new Set(heads.map((row) => row[column]))].flatMap((cell) => (cell ? [cell] : []))
    return element(
      'th',
      cells.flatMap((cell, index) => [...(index > 0 ? [textNode(' ')] : []), ...plain(cell.children ?? [])]),
    )
  })
  const line = (cells: Node[]) => element('tr', cells)
  return [
    ...titles,
    element('table', [
      element('thead', [line(head)]),
      element(
        'tbody',
        rows.map((row) => line(row.map((cell) => element('td', cell.children ?? [])))),
      ),
    ]),
  ]
}

interface Cell {
  cell: Node
  columns: number
  rows: number
}

function rowsOf(table: Node): Cell[][] {
  return (table.children ?? []).flatMap((child) => {
    if (['tbody', 'thead', 'tfoot'].includes(child.tagName ?? '')) return rowsOf(child)
    if (child.tagName !== 'tr') return []
    const cells = (child.children ?? []).filter(({ tagName }) => tagName === 'td' || tagName === 'th')
    return [
      cells.map((cell) => ({
        cell,
        columns: spanOf(cell, 'colspan'),
        rows: spanOf(cell, 'rowspan'),
      })),
    ]
  })
}

const spanOf = (cell: Node, name: string) => Math.min(100, Math.max(1, Number(cell.properties?.[name]) || 1))

/** Each cell in every place that it covers; a head of several rows is as deep as its deepest cell. */
function spread(rows: readonly Cell[][]): { grid: Node[][]; headRows: number } {
  const grid: Node[][] = rows.map(() => [])
  rows.forEach((cells, top) => {
    let left = 0
    for (const { cell, columns, rows: deep } of cells) {
      while (grid[top]?.[left]) left += 1
      const own = element('td', inlineOf((cell.children ?? []).flatMap(cleaned)))
      for (let row = top; row < Math.min(top + deep, grid.length); row++) {
        for (let column = left; column < left + columns; column++) {
          const line = grid[row]
          if (line) line[column] = own
        }
      }
    }
  })
  const first = rows[0] ?? []
  const isDeep = first.some(({ columns }) => columns > 1) && first.some(({ rows: deep }) => deep > 1)
  return { grid, headRows: isDeep ? Math.max(...first.map(({ rows: deep }) => deep)) : 1 }
}

/** The blocks of a cell in one line. */
function inlineOf(nodes: readonly Node[]): Node[] {
  const parts = nodes.flatMap((node): Node[][] => {
    if (node.tagName === 'br') return [[]]
    if (!isBlock(node)) return [[node]]
    return [[textNode(' '), ...inlineOf(node.children ?? []), textNode(' ')]]
  })
  const line = parts.flatMap((part) => (part.length ? part : [textNode(' ')]))
  return trimmed(line)
}

/** Without emphasis, which a head has anyway. */
function plain(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => (node.tagName === 'strong' ? plain(node.children ?? []) : [node]))
}

const isBlock = ({ tagName = '' }: Node) => BLOCKS.has(tagName)

function wordsOf(node: Node): string {
  return node.type === 'text' ? (node.value ?? '') : (node.children ?? []).map(wordsOf).join('')
}

function find(node: Node, matches: (node: Node) => boolean): Node | undefined {
  for (const child of node.children ?? []) {
    const found = matches(child) ? child : find(child, matches)
    if (found) return found
  }
  return undefined
}

function cleanSpaces(value: string): string {
  return value
    .replace(/[\u200b\ufeff\u00ad]/g, '')
    .replace(/\u00a0/g, ' ')
    .replace(WRAPPED, '$1')
    .replace(SPACED, '$1 ')
    .replace(/^\u3000+/, '')
    .replace(/\u3000+/g, ' ')
}
