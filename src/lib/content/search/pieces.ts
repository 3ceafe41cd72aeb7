/** Cuts a long text between its paragraphs, so that a result need not load a whole law. */
import { PIECE_LENGTH } from '../../contract/policies/search-files.ts'

const PARAGRAPHS = new RegExp(`[^\\n]{1,${PIECE_LENGTH}}`, 'gu')

/** At least one piece; joined by line breaks they are the text. A paragraph longer than a piece is cut through. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const [paragraph] of text.matchAll(PARAGRAPHS)) {
    if (piece && piece.length + paragraph.length > PIECE_LENGTH) {
      pieces.push(piece)
      piece = ''
    }
    piece = piece ? `${piece}\n${paragraph}` : paragraph
  }
  return [...pieces, piece]
}
