/** What the toolbar of the body does: from the text and the selection to one change of it. */
import { parseChineseNumber, writeChineseNumber } from '../../../lib/content/text/articles.ts'

export interface Selection {
  from: number
  to: number
}

/** `insert` in the place of `from` to `to`, and what is selected then. */
export interface Edit extends Selection {
  insert: string
  select: Selection
}

const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** Every line that the selection touches, written anew. */
function rewriteLines(text: string, { from, to }: Selection, write: (lines: string[]) => string[]): Edit {
  const start = lineStart(text, from)
  const end = lineEnd(text, to)
  const insert = write(text.slice(start, end).split('\n')).join('\n')
  const isCursor = from === to
  const after = start + insert.length
  return {
    from: start,
    to: end,
    insert,
    select: isCursor ? { from: after, to: after } : { from: start, to: after },
  }
}

/** Lines as headings of a level, or as text again where they are headings of it. */
export function toggleHeading(text: string, selection: Selection, level: 2 | 3 | 4): Edit {
  const mark = `${'#'.repeat(level)} `
  return rewriteLines(text, selection, (lines) => {
    const isOff = lines.every((line) => line.startsWith(mark))
    return lines.map((line) => (isOff ? '' : mark) + line.replace(/^#{1,6} +/, ''))
  })
}

/** Lines as items of a list, or as text again. */
export function toggleList(text: string, selection: Selection, isNumbered: boolean): Edit {
  const own = isNumbered ? /^\d+\. / : /^- /
  return rewriteLines(text, selection, (lines) => {
    const isOff = lines.every((line) => own.test(line))
    return lines.map((line, index) => {
      const words = line.replace(/^(?:\d+\.|[-*+]) /, '')
      return isOff ? words : `${isNumbered ? `${index + 1}.` : '-'} ${words}`
    })
  })
}

/** What is selected between two marks, or without them where it stands between them. */
export function toggleBold(text: string, { from, to }: Selection): Edit {
  const words = text.slice(from, to)
  if (text.slice(from - 2, from) === '**' && text.slice(to, to + 2) === '**') {
    return { from: from - 2, to: to + 2, insert: words, select: { from: from - 2, to: to - 2 } }
  }
  return { from, to, insert: `**${words}**`, select: { from: from + 2, to: to + 2 } }
}

// 第三条规定的 only speaks of one.
const ARTICLE = /^(?:\*\*)?第([零〇一二两三四五六七八九十百千\d]+)条(?![款项第、的和至及规所之])/gm

/** The number of an article at this place: after the one before it, written as that is. */
export function nextArticle(text: string, at: number): string {
  const last = [...text.slice(0, at).matchAll(ARTICLE)].at(-1)?.[1]
  if (last === undefined) return '第一条'
  const next = parseChineseNumber(last) + 1
  return `第${/^\d+$/.test(last) ? next : writeChineseNumber(next)}条`
}

/** An article is a paragraph of its own: only then the page can be linked to there. */
export function insertArticle(text: string, { from }: Selection): Edit {
  const start = lineStart(text, from)
  const line = text.slice(start, lineEnd(text, from))
  if (line.trim() !== '' && start === from) {
    const insert = `${nextArticle(text, start)} `
    return { from: start, to: start, insert, select: cursor(start + insert.length) }
  }
  return insertBlock(text, from, `${nextArticle(text, from)} `)
}

const cursor = (at: number): Selection => ({ from: at, to: at })

/** A block behind the line of the cursor, with an empty line at each side. */
function insertBlock(text: string, at: number, block: string, select?: (start: number) => Selection): Edit {
  const isEmptyLine = lineStart(text, at) === lineEnd(text, at)
  const place = isEmptyLine ? at : lineEnd(text, at)
  const before = text.slice(0, place)
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const after = text.slice(place)
  const tail = after === '' ? '\n' : after.startsWith('\n\n') ? '' : '\n'
  const start = place + gap.length
  return {
    from: place,
    to: place,
    insert: gap + block + tail,
    select: select?.(start) ?? cursor(start + block.length),
  }
}

export function insertTable(text: string, { from }: Selection): Edit {
  const table = '| 项目 | 内容 |\n| --- | --- |\n|  |  |'
  return insertBlock(text, from, table, (start) => ({ from: start + 2, to: start + 4 }))
}

const isRow = (line: string) => /^\s*\|.*\|\s*$/.test(line)
const isRule = (line: string) => /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line)

/** Cells of a row: a `|` that is text has a `\` before it. */
const cellsOf = (line: string) =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
const rowOf = (cells: readonly string[]) => `|${cells.join('|')}|`

/** The lines of the table that the cursor stands in, with the place of the cursor; null outside of one. */
function tableAt(text: string, at: number) {
  let start = lineStart(text, at)
  let end = lineEnd(text, at)
  if (!isRow(text.slice(start, end))) return null
  while (start > 0 && isRow(text.slice(lineStart(text, start - 1), start - 1)))
    start = lineStart(text, start - 1)
  while (end < text.length && isRow(text.slice(end + 1, lineEnd(text, end + 1)))) end = lineEnd(text, end + 1)
  const lines = text.slice(start, end).split('\n')
  const row = text.slice(start, at).split('\n').length - 1
  const column = Math.max(0, cellsOf(`${text.slice(lineStart(text, at), at)} |`).length - 1)
  return { start, end, lines, row, column }
}

/** An empty row below the cursor's; null outside of a table. */
export function addRow(text: string, { from }: Selection): Edit | null {
  const table = tableAt(text, from)
  if (!table) return null
  const { start, end, lines, row } = table
  const place = Math.max(row, lines.findIndex(isRule)) + 1
  const empty = rowOf(cellsOf(lines[0] ?? '').map(() => '  '))
  const insert = [...lines.slice(0, place), empty, ...lines.slice(place)].join('\n')
  const at = start + [...lines.slice(0, place), ''].join('\n').length + 2
  return { from: start, to: end, insert, select: cursor(at) }
}

/** An empty column behind the cursor's; null outside of a table. */
export function addColumn(text: string, { from }: Selection): Edit | null {
  const table = tableAt(text, from)
  if (!table) return null
  const { start, end, lines, row, column } = table
  const place = Math.min(column + 1, cellsOf(lines[0] ?? '').length)
  const written = lines.map((line) => {
    const cells = cellsOf(line)
    return rowOf([...cells.slice(0, place), isRule(line) ? ' --- ' : '  ', ...cells.slice(place)])
  })
  const before = written.slice(0, row).reduce((length, line) => length + line.length + 1, 0)
  const within = rowOf(cellsOf(written[row] ?? '').slice(0, place)).length + 1
  return { from: start, to: end, insert: written.join('\n'), select: cursor(start + before + within) }
}

/** A link of what is selected, or of the title. */
export function insertLink(text: string, { from, to }: Selection, title: string, address: string): Edit {
  const words = from === to ? title.replace(/[[\]]/g, '\\$&') : text.slice(from, to)
  const insert = `[${words}](${address.replace(/[()\s]/g, encodeURIComponent)})`
  return { from, to, insert, select: cursor(from + insert.length) }
}

/** Where a statement comes from, as a line of its own. */
export function insertSource(text: string, { from }: Selection): Edit {
  const line = '来源：[名称](https://)'
  return insertBlock(text, from, line, (start) => ({ from: start + 4, to: start + 6 }))
}
