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

/** Lines that begin with a mark, or without it where all have it: `## `, `- `, or a number. */
export function toggleLines(text: string, { from, to }: Selection, mark: string): Edit {
  const start = lineStart(text, from)
  const end = lineEnd(text, to)
  const lines = text.slice(start, end).split('\n')
  const marked = lines.map(
    (line, index) =>
      (mark === '1. ' ? `${index + 1}. ` : mark) + line.replace(/^(?:#{1,6}|\d+\.|[-*+]) +/, ''),
  )
  const isOff = marked.every((line, index) => line === lines[index])
  const insert = (isOff ? lines.map((line) => line.replace(/^\S+ +/, '')) : marked).join('\n')
  return { from: start, to: end, insert, select: { from: start + insert.length, to: start + insert.length } }
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

/** A block behind the line of the cursor, with an empty line at each side: only then it is one. */
export function insertBlock(text: string, { from }: Selection, block: string): Edit {
  const isEmptyLine = lineStart(text, from) === lineEnd(text, from)
  const place = isEmptyLine ? from : lineEnd(text, from)
  const before = text.slice(0, place)
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const tail = text.slice(place).startsWith('\n\n') ? '' : '\n'
  const at = place + gap.length + block.length
  return { from: place, to: place, insert: gap + block + tail, select: { from: at, to: at } }
}

/** A link of what is selected, or of the title. */
export function insertLink(text: string, { from, to }: Selection, title: string, address: string): Edit {
  const words = from === to ? title.replace(/[[\]]/g, '\\$&') : text.slice(from, to)
  const insert = `[${words}](${address.replace(/[()\s]/g, encodeURIComponent)})`
  return { from, to, insert, select: { from: from + insert.length, to: from + insert.length } }
}
