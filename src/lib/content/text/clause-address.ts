/** Where a clause of an original is read: the article where the original has it, else the original. */

import { originals } from '../entries.ts'
import { anchorArticles, articleAnchor } from './articles.ts'

export type Anchors = ReadonlyMap<number, ReadonlySet<string>>

let kept: Promise<Anchors> | undefined

/** The articles that can be linked to, by page id of the original. */
export function anchorsByOriginal(): Promise<Anchors> {
  if (import.meta.env.DEV) return readAnchors()
  kept ??= readAnchors()
  return kept
}

async function readAnchors(): Promise<Anchors> {
  return new Map(
    (await originals()).map(({ data, rendered }) => [
      data.id,
      new Set(anchorArticles(rendered?.html ?? '').articles.map(({ anchor }) => anchor)),
    ]),
  )
}

export function clauseAddress(clause: string, original: number, anchors: Anchors): string {
  const anchor = articleAnchor(clause)
  const known = anchor !== undefined && anchors.get(original)?.has(anchor)
  return known ? `/review/${original}#${anchor}` : `/review/${original}`
}
