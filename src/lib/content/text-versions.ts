/** An older and a newer text of one document, paragraph by paragraph. */
import { comparePieces, longestCommon, type Piece } from './text-pieces.ts'

export type VersionRow =
  | { kind: 'same'; text: string }
  | { kind: 'changed'; pieces: Piece[] }
  | { kind: 'removed'; text: string }
  | { kind: 'added'; text: string }

/** Two paragraphs with at least this share of common pairs of characters are two wordings of one. */
const ALIKE = 0.4
/** More paragraphs than this are compared by their order alone. */
const MOST_PARAGRAPHS = 3000

/** The paragraphs, headings, list items and table rows of rendered Markdown as plain text. */
export function paragraphsOf(html: string): string[] {
  return html
    .replace(/<\/(td|th)>\s*<(td|th)[^>]*>/g, ' | ')
    .split(/<\/(?:p|h[1-6]|li|tr)>|<(?:ul|ol|table)[^>]*>/)
    .map((block) =>
      unescapeText(block.replace(/<[^>]+>/g, ''))
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
}

function unescapeText(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

export function compareVersions(older: string[], newer: string[]): VersionRow[] {
  const rows: VersionRow[] = []
  let gone: string[] = []
  let come: string[] = []
  const flush = () => {
    rows.push(...pair(gone, come))
    gone = []
    come = []
  }
  for (const step of steps(older.slice(0, MOST_PARAGRAPHS), newer.slice(0, MOST_PARAGRAPHS))) {
    if (step.kind === 'removed') gone.push(step.text)
    else if (step.kind === 'added') come.push(step.text)
    else {
      flush()
      rows.push(step)
    }
  }
  flush()
  return rows
}

type Step = { kind: 'same' | 'removed' | 'added'; text: string }

function steps(a: string[], b: string[]): Step[] {
  const table = longestCommon(a, b)
  const found: Step[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const left = a[i]
    const right = b[j]
    if (left !== undefined && left === right) {
      found.push({ kind: 'same', text: left })
      i++
      j++
    } else if (
      right === undefined ||
      (left !== undefined && (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0))
    ) {
      found.push({ kind: 'removed', text: left ?? '' })
      i++
    } else {
      found.push({ kind: 'added', text: right })
      j++
    }
  }
  return found
}

/** Of what went and what came in one place, the most alike are two wordings of one paragraph; order is kept. */
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

/** Dice's share of common pairs of characters, 0 to 1. */
function alike(a: string, b: string): number {
  const pairs = (text: string) =>
    new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))
  const [left, right] = [pairs(a), pairs(b)]
  if (left.size + right.size === 0) return 0
  const common = [...left].filter((two) => right.has(two)).length
  return (2 * common) / (left.size + right.size)
}
