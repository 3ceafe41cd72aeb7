import { once, originals, renderedOf } from '../entries.ts'
import { anchorArticles, articleAnchor } from './articles.ts'

const entriesById = once(async () => new Map((await originals()).map((entry) => [entry.data.id, entry])))
const anchors = once(() => new Map<number, Set<string>>())

async function anchorsOf(original: number): Promise<Set<string>> {
  const known = anchors()
  let found = known.get(original)
  if (!found) {
    const entry = (await entriesById()).get(original)
    const { articles } = anchorArticles(entry ? (await renderedOf(entry)).html : '')
    found = new Set(articles.map(({ anchor }) => anchor))
    known.set(original, found)
  }
  return found
}

export async function clauseAddress(clause: string, original: number): Promise<string> {
  const anchor = articleAnchor(clause)
  const known = anchor !== undefined && (await anchorsOf(original)).has(anchor)
  return known ? `/review/${original}#${anchor}` : `/review/${original}`
}
