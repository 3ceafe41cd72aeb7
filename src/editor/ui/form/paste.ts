/**
 * What Word, WPS, Excel, WeChat and web pages put on the clipboard, as the Markdown of the portal: headings, paragraphs,
 * lists, tables and links stay; styles, scripts, pictures and the marks of the program that wrote it go. Numbers that a
 * program shows stay as it shows them.
 */
import TurndownService from 'turndown'
import { writeChineseNumber } from '../../../lib/content/text/articles.ts'
import { foldRadicals } from '../../../lib/rules/text/radicals.ts'

const DROPPED =
  'head, script, style, link, meta, title, img, picture, svg, canvas, video, audio, iframe, object, embed, noscript, template, button, input, select, textarea, nav'
const HIDDEN = /display:\s*none|mso-hide:\s*all/i
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
const CHAPTER = new RegExp(`^\\*\\*((?:第${NUMERAL}[编章节]|${NUMERAL}、)[^*\\n]{1,40})\\*\\*$`, 'gm')
const SECTION = new RegExp(`^\\*\\*([（(]${NUMERAL}[)）][^*\\n]{1,40})\\*\\*$`, 'gm')
const SAFE = /^(?:https?:\/\/|mailto:|tel:)/i

const turndown = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  br: '\\',
  codeBlockStyle: 'fenced',
})

// Turndown's own escapes also marks that mean nothing where they stand, as in a_b.
turndown.escape = (text) =>
  text
    .replace(/[\\*`[~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/&(?=[#A-Za-z])|(?<=[\w+.-])@(?=[\w.-])/g, '\\$&')
    .replace(/!$/, '\\!')
    .replace(/<(?=[!/?A-Za-z])/g, '&lt;')

/** Marks that mean something at the beginning of a line only. */
const escapeStarts = (content: string) =>
  content.replace(/(^|\\\n)(\d+(?=[.)](?:\s|$))|(?=[#=>|]|[+-](?:\s|$)|--))/g, '$1$2\\')

turndown.addRule('paragraph', { filter: 'p', replacement: (content) => `\n\n${escapeStarts(content)}\n\n` })

turndown.addRule('heading', {
  filter: ['h1', 'h5', 'h6'],
  replacement: (content, { nodeName }) => `\n\n${nodeName === 'H1' ? '##' : '####'} ${content}\n\n`,
})

turndown.addRule('item', {
  filter: 'li',
  replacement(content, node) {
    const list = node.parentNode as HTMLElement
    const place = Array.from(list.children).indexOf(node as HTMLElement)
    const isNumbered = list.nodeName === 'OL'
    const mark = isNumbered ? `${Number(list.getAttribute('start') ?? 1) + place}. ` : '- '
    const text = escapeStarts(content.trim()).replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`)
    return `${mark}${text}\n`
  },
})

/** Markdown takes no mark between punctuation and a letter, as in `**注：**甲`: there the words stay without it. */
function emphasize(mark: string): TurndownService.ReplacementFunction {
  return (content, { nodeName, parentNode, previousSibling, nextSibling }) => {
    const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(content) ?? []
    const isBegun = before === '' && /[\p{L}\p{N}]$/u.test(previousSibling?.textContent ?? '')
    const isContinued = after === '' && /^[\p{L}\p{N}]/u.test(nextSibling?.textContent ?? '')
    const isRefused =
      words === '' ||
      parentNode?.nodeName === nodeName ||
      (isBegun && /^[\p{P}\p{S}]/u.test(words)) ||
      (isContinued && /[\p{P}\p{S}]$/u.test(words))
    return isRefused ? content : before + mark + words + mark + after
  }
}

turndown.addRule('strong', { filter: ['b', 'strong'], replacement: emphasize('**') })
turndown.addRule('emphasis', { filter: ['i', 'em'], replacement: emphasize('*') })

turndown.addRule('link', {
  filter: 'a',
  replacement(content, node) {
    const href = (node as HTMLElement).getAttribute('href') ?? ''
    if (!SAFE.test(href) || content.trim() === '') return content
    const place = /\s/.test(href)
      ? `<${href.replace(/[<>]/g, '\\$&')}>`
      : href.replace(/[()<>]|&(?=[#A-Za-z])/g, '\\$&')
    return `[${content.replace(/\]/g, '\\]')}](${place})`
  },
})

turndown.addRule('table', {
  filter: 'table',
  replacement: (content, table) => `\n\n${tableOf(table as HTMLElement) ?? content}\n\n`,
})

/**
 * A table of plain rows: what spans rows or columns is repeated, so that every row can be read by itself. Undefined for
 * one that only lays a page out.
 */
function tableOf(table: HTMLElement): string | undefined {
  const grid: string[][] = []
  for (const [top, row] of Array.from(table.querySelectorAll('tr')).entries()) {
    let left = 0
    for (const cell of Array.from(row.children)) {
      while (grid[top]?.[left] !== undefined) left += 1
      const spans = (name: string) => Math.min(100, Number(cell.getAttribute(name)) || 1)
      const text = turndown
        .turndown(cell as HTMLElement)
        .replace(/\s*\\?\n\s*/g, ' ')
        .replace(/\|/g, '\\|')
      for (let y = top; y < top + spans('rowspan'); y += 1) {
        for (let x = left; x < left + spans('colspan'); x += 1) {
          grid[y] ??= []
          ;(grid[y] as string[])[x] = text
        }
      }
    }
  }
  const width = Math.max(0, ...grid.map((row) => row.length))
  const rows = grid.filter((row) => row.some((text) => text !== ''))
  if (width < 2 || table.querySelector('table')) return undefined
  // A title over the whole table is no row of it, and in a head everything is bold anyway.
  const titles: string[] = []
  while (rows.length > 1 && new Set(rows[0]).size === 1) titles.push(`${rows.shift()?.[0]}\n\n`)
  const columns = Array.from({ length: width }, (_, at) => at).filter((at) => rows.some((row) => row[at]))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const [head = '', ...others] = rows.map((row) => line(columns.map((at) => row[at] ?? '')))
  return titles.join('') + [head.replaceAll('**', ''), line(columns.map(() => '---')), ...others].join('\n')
}

/** Markdown of an HTML clip; empty where nothing of it stays. */
export function cleanHtml(html: string): string {
  const folded = foldRadicals(html)
  const clip = /<!--StartFragment-->([\s\S]*?)<!--EndFragment-->/.exec(folded)?.[1] ?? folded
  // A range of Excel begins inside its table.
  const whole = /^\s*<(?:col|tr|td)\b/i.test(clip) ? `<table>${clip}</table>` : clip
  const { body } = new DOMParser().parseFromString(cleanSpaces(whole), 'text/html')
  for (const gone of Array.from(body.querySelectorAll(DROPPED))) gone.remove()
  for (const styled of Array.from(body.querySelectorAll('[style]'))) tidyStyled(styled)
  for (const list of Array.from(body.querySelectorAll('ol'))) tidyList(list)
  return (
    turndown
      .turndown(body)
      .replace(/^[ \u3000]+(?=\S)/gm, (indent) => indent.replace(/\u3000/g, ''))
      .replace(/\u3000+/g, ' ')
      .replace(/(?<!\\)\\(?=\n*$|\n\n)/g, '')
      // A break that is only the end of a line goes, one between sentences ends the paragraph.
      .replace(/^(?![-\d ])(?:.*[^\\]\\\n)+.*/gm, (lines) => joinLines(lines.split('\\\n')).join('\n\n'))
      // A short line that is bold as a whole and begins as headings of official texts do is one.
      .replace(CHAPTER, '## $1')
      .replace(SECTION, '### $1')
      .replace(/ +$/gm, '')
      .trim()
  )
}

/** A line end inside a Chinese sentence is the source's own, an indent is no text. */
function cleanSpaces(text: string): string {
  return text
    .replace(/[\u200b\ufeff\u00ad]/g, '')
    .replace(/\u00a0|&nbsp;/g, ' ')
    .replace(WRAPPED, '$1')
}

function tidyStyled(styled: Element): void {
  const style = styled.getAttribute('style') ?? ''
  if (HIDDEN.test(style)) styled.remove()
  else if (/mso-list:\s*ignore/i.test(style)) {
    // The number that Word shows before an item; a letter of a font of signs is a bullet.
    const number = (styled.textContent ?? '').replace(/\s/g, '')
    styled.textContent = /[\p{Script=Han}\d]/u.test(number) ? `${number} ` : '· '
  } else if (/font-weight:\s*(?:normal|[1-4]00)/i.test(style) && /^(?:b|strong)$/.test(styled.localName)) {
    styled.replaceWith(...Array.from(styled.childNodes))
  }
}

/** Numbers in Chinese, and articles, are text: what is cited stays as it is printed. */
function tidyList(list: Element): void {
  const items = Array.from(list.children)
  // One behind another would go on with its numbers.
  const isSecond = list.previousElementSibling?.localName === 'ol'
  const isChinese = /cjk-ideographic|(?:simp|trad)-chinese/i.test(list.getAttribute('style') ?? '')
  if (!isChinese && !isSecond && !items.some((item) => /^\s*第.+条/.test(item.textContent ?? ''))) return
  const paragraphs = items.map((item, index) => {
    const paragraph = list.ownerDocument.createElement('p')
    const number = isChinese ? `${writeChineseNumber(index + 1)}、` : isSecond ? `${index + 1}. ` : ''
    paragraph.append(number, ...Array.from(item.childNodes))
    return paragraph
  })
  list.replaceWith(...paragraphs)
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
