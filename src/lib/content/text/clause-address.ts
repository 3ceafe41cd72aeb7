/** Where a clause of an original is read: the article where the original has it, else the original. */

import { originals, renderedOf } from '../entries.ts'
import { query } from '../queries.ts'
import { anchorArticles, articleAnchor } from './articles.ts'

const entriesById = query(
  'originalEntriesById',
  async () => new Map((await originals()).map((entry) => [entry.id, entry])),
)

/** The articles of an original that can be linked to. */
const anchorsOf = query('anchorsOf', async (original: number) => {
  const entry = (await entriesById()).get(original)
  if (!entry) return new Set()
  const { articles } = anchorArticles((await renderedOf(entry)).html)
  return new Set(articles.map(({ anchor }) => anchor))
})

export async function clauseAddress(clause: string, original: number): Promise<string> {
  const anchor = articleAnchor(clause)
  const known = anchor !== undefined && (await anchorsOf(original)).has(anchor)
  return known ? `/review/${original}#${anchor}` : `/review/${original}`
}
