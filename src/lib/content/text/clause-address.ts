/** Where a clause of an original is read: the article where the original has it, else the original. */

import { originals } from '../entries.ts'
import { query } from '../queries.ts'
import { anchorArticles, articleAnchor } from './articles.ts'

const originalsHtml = query(
  'originalsHtml',
  async () => new Map((await originals()).map(({ data, rendered }) => [data.id, rendered?.html ?? ''])),
)

/** The articles of an original that can be linked to. */
const anchorsOf = query(
  'anchorsOf',
  async (original: number) =>
    new Set(anchorArticles((await originalsHtml()).get(original) ?? '').articles.map(({ anchor }) => anchor)),
)

export async function clauseAddress(clause: string, original: number): Promise<string> {
  const anchor = articleAnchor(clause)
  const known = anchor !== undefined && (await anchorsOf(original)).has(anchor)
  return known ? `/review/${original}#${anchor}` : `/review/${original}`
}
