/**
 * Converts the clipboard of Word, WPS, Excel, WeChat and web pages to the portal's Markdown: headings, paragraphs, lists,
 * tables and links stay; styles, scripts, pictures and marks of the program are removed. Displayed numbers stay as
 * displayed.
 */
import TurndownService from 'turndown'
import { writeChineseNumber } from '../../../lib/content/text/articles.ts'
import { foldRadicals } from '../../../lib/rules/text/radicals.ts'

const NUMERAL = '[零〇一二三四五六七八九十百千\\d]+'
const BEGINS = new RegExp(
  `^(?:第${NUMERAL}[编章节条]|${NUMERAL}、|[（(]${NUMERAL}[)）]|\\d+[.．](?!\\d)|附件|[-*•·●] )`,
)
const ENDS = /[。；：！？….;:!?]["”’」）)]?$/
// Head and signature of an official document, whose lines end without punctuation (GB/T 9704—2012, 7.2 and 7.3).
const RED_HEAD = /^\S{2,40}文件$/
const ALONE = /^(?:\S{2,20}[〔[（(](?:19|20)\d\d[〕\]）)]第?\d{1,5}号|(?:19|20)\d\d年\d{1,2}月\d{1,2}日)$/
const TITLE = /^\S{0,60}关于.{2,150}的(?:通知|公告|通告|公示|意见|决定|决议|批复|函)$/
/** The title is among these first paragraphs, after the red head and the number. */
const HEAD_PARAGRAPHS = 5
const HAN = '[\\p{Script=Han}，。、；：！？（）《》〈〉“”‘’〔〕【】…—％]'
const WRAPPED = new RegExp(`(${HAN})[ \\t]*\\n\\s*(?=${HAN})`, 'gu')
const CHAPTER = new RegExp(`^\\*\\*((?:第${NUMERAL}[编章节]|${NUMERAL}、)[^*\\n]{1,40})\\*\\*$`, 'gm')
const SECTION = new RegExp(`^\\*\\*([（(]${NUMERAL}[)）][^*\\n]{1,40})\\*\\*$`, 'gm')

const styleOf = (node: Node) => (node as Element).getAttribute?.('style') ?? ''

const turndown = new TurndownService({ headingStyle: 'atx', hr: '---', bulletListMarker: '-', br: '' })
const escapeMarks = turndown.escape.bind(turndown)
turndown.escape = (text) =>
  escapeMarks(text)
    .replace(/~/g, '\\~')
    .replace(/<(?=[!/?A-Za-z])/g, '&lt;')

const DROPPED =
  /^(?:head|script|style|img|picture|svg|video|audio|iframe|object|noscript|button|select|textarea|nav)$/i
turndown.addRule('dropped', {
  filter: (node) => DROPPED.test(node.nodeName) || /display:\s*none|mso-hide:\s*all/i.test(styleOf(node)),
  replacement: () => '',
})
turndown.addRule('emphasis', { filter: ['i', 'em'], replacement: (content) => content })
turndown.addRule('heading', {
  filter: ['h1', 'h5', 'h6'],
  replacement: (content, { nodeName }) => `\n\n${nodeName === 'H1' ? '##' : '####'} ${content}\n\n`,
})
// Markdown does not close a mark between punctuation and a letter, as in **注：**甲: such words lose the mark.
turndown.addRule('strong', {
  filter: ['b', 'strong'],
  replacement(content, node) {
    const isWord =
      /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/su.test(content) || content === node.parentNode?.textContent
    return isWord && !/font-weight:\s*(?:normal|[1-4]00)/i.test(styleOf(node)) ? `**${content}**` : content
  },
})
turndown.addRule('link', {
  filter: (node) =>
    node.nodeName === 'A' && !/^(?:https?:\/\/|mailto:|tel:)/i.test(node.getAttribute('href') ?? ''),
  replacement: (content) => content,
})
// The number that Word shows before an item; a letter in a symbol font is a bullet.
turndown.addRule('number', {
  filter: (node) => /mso-list:\s*ignore/i.test(styleOf(node)),
  replacement: (content) =>
    /[\p{Script=Han}\d]/u.test(content) ? `${content.replace(/[\s\\]/g, '')} ` : '· ',
})
turndown.addRule('item', {
  filter: 'li',
  replacement(content, node) {
    const list = node.parentNode as HTMLElement
    const place =
      Array.from(list.children).indexOf(node as HTMLElement) + Number(list.getAttribute('start') ?? 1)
    const text = content.trim()
    const isChinese = /cjk-ideographic|(?:simp|trad)-chinese/i.test(styleOf(list))
    if (list.nodeName !== 'OL') return `- ${text.replace(/\n(?=.)/g, '\n  ')}\n`
    if (isChinese) return `\n\n${writeChineseNumber(place)}、${text}\n\n`
    if (/^第.+条/.test(text)) return `\n\n${text}\n\n`
    // A second list directly after another would continue its numbers.
    if (list.previousElementSibling?.nodeName === 'OL') return `\n\n${place}\\. ${text}\n\n`
    return `${place}. ${text.replace(/\n(?=.)/g, '\n   ')}\n`
  },
})
turndown.addRule('table', {
  filter: 'table',
  replacement: (content, table) => `\n\n${tableOf(table as HTMLElement) ?? content}\n\n`,
})

/**
 * Returns a table of plain rows: spanning cells are repeated, so that every row is complete. Undefined for
 * a table that is only page layout.
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
        .replace(/\s*\n\s*/g, ' ')
        .replace(/\|/g, '\\|')
      for (let y = top; y < top + spans('rowspan'); y += 1) {
        const line = grid[y] ?? []
        grid[y] = line
        for (let x = left; x < left + spans('colspan'); x += 1) line[x] = text
      }
    }
  }
  const width = Math.max(0, ...grid.map((row) => row.length))
  const rows = grid.filter((row) => row.some((text) => text !== ''))
  if (width < 2 || table.querySelector('table')) return undefined
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`
  const [head = '', ...others] = rows.map(line)
  return [head.replaceAll('**', ''), line(Array(width).fill('---')), ...others].join('\n')
}

/** Returns the Markdown of an HTML clip; empty if nothing remains. */
export function cleanHtml(html: string): string {
  const folded = foldRadicals(html)
  const clip = /<!--StartFragment-->([\s\S]*?)<!--EndFragment-->/.exec(folded)?.[1] ?? folded
  const whole = /^\s*<(?:col|tr|td)\b/i.test(clip) ? `<table>${clip}</table>` : clip
  // A line end inside a Chinese sentence comes from the HTML source.
  const text = whole
    .replace(/[\u200b\ufeff\u00ad]/g, '')
    .replace(/\u00a0|&nbsp;/g, ' ')
    .replace(WRAPPED, '$1')
  return (
    turndown
      .turndown(new DOMParser().parseFromString(text, 'text/html').body)
      .replace(/\*{4}/g, '')
      .replace(/^\u3000+/gm, '')
      .replace(/\u3000+/g, ' ')
      // A line break inside a sentence is removed; one between sentences ends the paragraph.
      .replace(/^(?![-\d |>]).+(?:\n(?![-\d |>]).+)+/gm, (lines) => joinLines(lines.split('\n')).join('\n\n'))
      // A short bold line that begins like a heading of an official text is a heading.
      .replace(CHAPTER, '## $1')
      .replace(SECTION, '### $1')
      .replace(/ +$/gm, '')
      .replace(/(?<=\S) {2,}(?=\S)/g, ' ')
      .trim()
  )
}

/** Joins lines that a program has broken and removes indentation; Markdown stays unchanged. */
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

/** Splits lines into paragraphs: at an empty line, the end of a sentence, or the number of an item. */
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
