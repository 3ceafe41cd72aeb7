/** Synonyms: 高企 is 高新技术企业. The list is a content file, see docs/write-a-policy.md. */

export type Synonyms = Record<string, string[]>

export interface Piece {
  text: string
  also: readonly string[]
}

/** Splits a folded word at its synonyms, the longest first from the left. */
export function splitAtSynonyms(word: string, synonyms: Synonyms): Piece[] {
  const pieces: Piece[] = []
  let plain = ''
  let at = 0
  while (at < word.length) {
    const known = longestAt(word, at, synonyms)
    if (known === undefined) {
      plain += word[at]
      at += 1
      continue
    }
    if (plain) pieces.push({ text: plain, also: [] })
    plain = ''
    pieces.push({ text: known, also: synonyms[known] ?? [] })
    at += known.length
  }
  if (plain) pieces.push({ text: plain, also: [] })
  return pieces
}

function longestAt(word: string, at: number, synonyms: Synonyms): string | undefined {
  for (let length = Math.min(LONGEST, word.length - at); length > 1; length--) {
    const piece = word.slice(at, at + length)
    if (Object.hasOwn(synonyms, piece)) return piece
  }
  return undefined
}

const LONGEST = 12
