/** How far a search reaches: what holds every word of the query, and what comes near it when that is little. */
import { type Hit, WHOLE } from './rank.ts'

/** If so many documents hold every word, nobody needs those that only come near. */
const ENOUGH = 10
const NEAR_MAX = 50
/** Near is what holds at least this share of the query, or of what the best document holds. */
const NEAR_SHARE = 0.4
/** Below this it is chance: one number of a long query. */
const CHANCE = 0.1

export interface ChosenHits {
  /** In the order of their scores. */
  hits: Hit[]
  /** How many of them hold every word. */
  complete: number
}

export function chooseHits(ranked: readonly Hit[]): ChosenHits {
  const complete = ranked.filter(isComplete)
  if (complete.length >= ENOUGH) return { hits: complete, complete: complete.length }
  const best = ranked.reduce((top, { coverage }) => Math.max(top, coverage), 0)
  const near = ranked
    .filter((hit) => !isComplete(hit) && hit.coverage >= Math.max(CHANCE, best * NEAR_SHARE))
    .slice(0, NEAR_MAX)
  const hits = [...complete, ...near].sort((a, b) => b.score - a.score || a.document - b.document)
  return { hits, complete: complete.length }
}

export function isComplete({ coverage }: Hit): boolean {
  return coverage >= WHOLE
}
