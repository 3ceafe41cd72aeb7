/** Two wordings of one paragraph, character by character: what stays, what went, what came. */

export interface Piece {
  text: string
  change: 'same' | 'removed' | 'added'
}

/** Above this product of lengths a table of all pairs would take too long: the paragraphs are shown whole. */
const MOST_PAIRS = 4_000_000
/** Shorter agreements between two changes are coincidence (一个字): the change reads better in one piece. */
const SHORTEST_AGREEMENT = 2

export function comparePieces(before: string, after: string): Piece[] {
  const a = [...before]
  const b = [...after]
  if (a.length * b.length > MOST_PAIRS) {
    return [
      { text: before, change: 'removed' },
      { text: after, change: 'added' },
    ]
  }
  return join(dropCoincidences(walk(a, b, longestCommon(a, b))))
}

/** `table[i][j]`: length of the longest common sequence of a from i and b from j. */
export function longestCommon<T>(a: readonly T[], b: readonly T[]): Uint32Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--) {
    const row = table[i] as Uint32Array
    const below = table[i + 1] as Uint32Array
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return table
}

function walk(a: string[], b: string[], table: Uint32Array[]): Piece[] {
  const pieces: Piece[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      pieces.push({ text: a[i] as string, change: 'same' })
      i++
      j++
    } else if (j >= b.length || (i < a.length && (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0))) {
      pieces.push({ text: a[i] as string, change: 'removed' })
      i++
    } else {
      pieces.push({ text: b[j] as string, change: 'added' })
      j++
    }
  }
  return join(pieces)
}

function dropCoincidences(pieces: Piece[]): Piece[] {
  return pieces.flatMap((piece, index): Piece[] => {
    const inside = index > 0 && index < pieces.length - 1
    if (piece.change !== 'same' || !inside || piece.text.length >= SHORTEST_AGREEMENT) return [piece]
    return [
      { text: piece.text, change: 'removed' },
      { text: piece.text, change: 'added' },
    ]
  })
}

/** Between two agreements what went comes first, then what came, each in one piece. */
function join(pieces: Piece[]): Piece[] {
  const joined: Piece[] = []
  let removed = ''
  let added = ''
  const flush = () => {
    if (removed) joined.push({ text: removed, change: 'removed' })
    if (added) joined.push({ text: added, change: 'added' })
    removed = ''
    added = ''
  }
  for (const { text, change } of pieces) {
    if (change === 'removed') removed += text
    else if (change === 'added') added += text
    else {
      flush()
      const last = joined.at(-1)
      if (last?.change === 'same') last.text += text
      else joined.push({ text, change })
    }
  }
  flush()
  return joined
}
