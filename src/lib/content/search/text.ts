/** The words of a rendered page by block, for the index and the excerpts. */
import { OPENING_LENGTH, PIECE_LENGTH } from '../../contract/policies/search-files.ts'

const BLOCK = /<\/?(?:p|div|h[1-6]|li|ul|ol|tr|table|thead|tbody|blockquote|pre|hr|br|section)\b[^>]*>/g
const CELL = /<\/t[dh]>/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** Joins lines of a paragraph without a blank between Han characters. */
export function textOfHtml(html: string): string {
  return html
    .replace(/(?<=\p{Script=Han})\s*\n\s*(?=\p{Script=Han})/gu, '')
    .replace(/\s+/g, ' ')
    .replace(BLOCK, '\n')
    .replace(CELL, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, decodeEntity)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}

function decodeEntity(whole: string, hex?: string, decimal?: string, name = ''): string {
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
  if (code <= 0x10ffff) return String.fromCodePoint(code)
  return ENTITIES[name] ?? whole
}

const PARAGRAPHS = new RegExp(`[^\\n]{1,${PIECE_LENGTH}}`, 'gu')

/** Cuts a long text between paragraphs: a short opening, which every result loads, then longer pieces. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const [paragraph] of text.matchAll(PARAGRAPHS)) {
    const room = pieces.length === 0 ? OPENING_LENGTH : PIECE_LENGTH
    if (piece && piece.length + paragraph.length > room) {
      pieces.push(piece)
      piece = ''
    }
    piece = piece ? `${piece}\n${paragraph}` : paragraph
  }
  return [...pieces, piece]
}
