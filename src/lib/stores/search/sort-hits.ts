/** The order of what was found. Documents are numbered newest first. */
import type { SearchSort } from './address.ts'
import type { DocumentFacts } from './facets.ts'
import type { Hit } from './rank.ts'

const NEVER = '9999-12-31'

/** The day on which an open window closes; what is closed or has no end comes last. */
function closingDay({ window }: DocumentFacts, today: string): string {
  return window?.kind === 'dated' && window.closes >= today ? window.closes : NEVER
}

/** `hits` come in the order of relevance. */
export function sortHits(
  hits: readonly Hit[],
  sort: SearchSort,
  factsOf: (hit: Hit) => DocumentFacts,
  today: string,
): Hit[] {
  if (sort === 'relevance') return [...hits]
  if (sort === 'published') return [...hits].sort((a, b) => a.document - b.document)
  const closes = (hit: Hit) => closingDay(factsOf(hit), today)
  return [...hits].sort((a, b) => {
    const [one, other] = [closes(a), closes(b)]
    if (one !== other) return one < other ? -1 : 1
    return a.document - b.document
  })
}
