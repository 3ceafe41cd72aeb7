/** An older and a newer text of one document, by paragraph and, for changed wording, by piece. */
import { diffArrays, diffChars } from 'diff'

export interface Piece {
  text: string
  change: 'same' | 'removed' | 'added'
}

export type VersionRow =
  | { kind: 'same'; text: string }
  | { kind: 'changed'; pieces: Piece[] }
  | { kind: 'removed'; text: string }
  | { kind: 'added'; text: string }

/** Two paragraphs with at least this share of common pairs of characters are two wordings of one. */
const ALIKE = 0.4
/** Two wordings that differ in more characters are shown whole: the minimal difference takes too long. */
const MOST_CHANGES = 2000
/** Shorter agreements between two changes are coincidence (一个字): the change reads better in one piece. */
const SHORTEST_AGREEMENT = 2

/** Keeps equal paragraphs; between two of them, pairs removed and added ones by likeness. */
export function compareVersions(older: string[], newer: string[]): VersionRow[] {
  const rows: VersionRow[] = []
  let gone: string[] = []
  let come: string[] = []
  const flush = () => {
    rows.push(...pair(gone, come))
    gone = []
    come = []
  }
  for (const { value, added, removed } of diffArrays(older, newer)) {
    if (removed) gone.push(...value)
    else if (added) come.push(...value)
    else {
      flush()
      rows.push(...value.map((text) => ({ kind: 'same' as const, text })))
    }
  }
  flush()
  return rows
}

/** Pairs the most similar removed and added paragraphs of one place as two wordings, in order. */
function pair(gone: string[], come: string[]): VersionRow[] {
  let best: { left: number; right: number; likeness: number } | undefined
  for (const [left, before] of gone.entries()) {
    for (const [right, after] of come.entries()) {
      const likeness = alike(before, after)
      if (likeness >= ALIKE && likeness > (best?.likeness ?? 0)) best = { left, right, likeness }
    }
  }
  if (!best) {
    return [
      ...gone.map((text) => ({ kind: 'removed' as const, text })),
      ...come.map((text) => ({ kind: 'added' as const, text })),
    ]
  }
  const { left, right } = best
  return [
    ...pair(gone.slice(0, left), come.slice(0, right)),
    { kind: 'changed', pieces: comparePieces(gone[left] ?? '', come[right] ?? '') },
    ...pair(gone.slice(left + 1), come.slice(right + 1)),
  ]
}

/** Returns Dice's share of common pairs of characters, 0 to 1. */
function alike(a: string, b: string): number {
  const pairs = (text: string) =>
    new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))
  const [left, right] = [pairs(a), pairs(b)]
  if (left.size + right.size === 0) return 0
  const common = [...left].filter((two) => right.has(two)).length
  return (2 * common) / (left.size + right.size)
}

export function comparePieces(before: string, after: string): Piece[] {
  const changes = diffChars(before, after, { maxEditLength: MOST_CHANGES })
  if (!changes) {
    return [
      { text: before, change: 'removed' },
      { text: after, change: 'added' },
    ]
  }
  const pieces: Piece[] = []
  let went = ''
  let came = ''
  const flush = () => {
    if (went) pieces.push({ text: went, change: 'removed' })
    if (came) pieces.push({ text: came, change: 'added' })
    went = ''
    came = ''
  }
  for (const [index, { value, added, removed }] of changes.entries()) {
    const isBetween = index > 0 && index < changes.length - 1
    const isCoincidence = !added && !removed && isBetween && value.length < SHORTEST_AGREEMENT
    if (removed || isCoincidence) went += value
    if (added || isCoincidence) came += value
    if (!added && !removed && !isCoincidence) {
      const shared = commonEnd(went, came)
      went = went.slice(0, went.length - shared.length)
      came = came.slice(0, came.length - shared.length)
      flush()
      pieces.push({ text: shared + value, change: 'same' })
    }
  }
  flush()
  return pieces
}

/** Returns the common end of two texts: people read 专科的|科技 rather than 专|科的科|技. */
function commonEnd(a: string, b: string): string {
  const left = [...a]
  const right = [...b]
  let length = 0
  while (length < left.length && left.at(-1 - length) === right.at(-1 - length)) length++
  return left.slice(left.length - length).join('')
}
