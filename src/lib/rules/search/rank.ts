import { windowState } from '../time/application-window.ts'
import { closingDay } from '../time/window-use.ts'
import { type DocumentFacts, PRODUCT_KINDS, type SearchSort } from './filters.ts'
import { IMPACTS, type Postings } from './postings.ts'
import type { Plan, Wording } from './query.ts'

export interface Hit {
  document: number
  score: number
  /** Share of the query in the document, weighted by the rarity of its terms: 1 is all. */
  coverage: number
  /** Its title or number alone holds all of the query. */
  isNamed: boolean
}

interface Index {
  documents: number
  postings: ReadonlyMap<string, Postings>
  titleLengths: readonly number[]
}

const TITLE_BONUS = 1.1
/** Part of the title bonus that shrinks with other words in the title. */
const CLOSENESS_SHARE = 0.5
/** A title that equals the query comes first, however often other documents contain it. */
const SAME_BONUS = 1
/** Sums of shares do not quite reach 1. */
const WHOLE = 0.999

interface Tally {
  score: Float64Array
  covered: Float64Array
  inTitle: Float64Array
  matched: Float64Array
  held: Float64Array
}

interface Total extends Tally {
  lacking: Uint8Array
}

export function rankDocuments(plan: Plan, index: Index): Hit[] {
  const total = { ...newTally(index.documents), lacking: new Uint8Array(index.documents) }
  let weight = 0
  for (const part of plan.parts) {
    const tallies = part.wordings.map((wording) => tallyWording(wording, index))
    const partWeight = part.wordings[0] ? weightOf(part.wordings[0], index) : 0
    weight += partWeight
    for (let document = 0; document < index.documents; document++) {
      let best = -1
      let bestWeight = 0
      for (const [place, { trust }] of part.wordings.entries()) {
        const value = trust * (tallies[place]?.score[document] ?? 0)
        if (value > bestWeight) {
          best = place
          bestWeight = value
        }
      }
      const tally = tallies[best]
      if (part.kind === 'phrase' && (tally?.covered[document] ?? 0) < WHOLE) total.lacking[document] = 1
      // Of a word that is all that was asked for, one pair of characters is chance.
      const isPair = plan.parts.length === 1 && (part.wordings[best]?.terms.length ?? 0) > 1
      if (!tally || (isPair && (tally.held[document] ?? 0) < 2)) continue
      add(total, document, tally, partWeight, bestWeight)
    }
  }
  return collect(total, weight, index)
}

function collect(total: Total, weight: number, index: Index): Hit[] {
  const hits: Hit[] = []
  for (let document = 0; document < index.documents; document++) {
    const score = total.score[document] ?? 0
    if (score <= 0 || total.lacking[document]) continue
    const title = (total.inTitle[document] ?? 0) / weight
    const closeness = Math.min(
      1,
      (total.matched[document] ?? 0) / Math.max(1, index.titleLengths[document] ?? 1),
    )
    const bonus = TITLE_BONUS * weight * title * title * (1 - CLOSENESS_SHARE + CLOSENESS_SHARE * closeness)
    const isNamed = title >= WHOLE
    const sameBonus = isNamed && closeness >= WHOLE ? SAME_BONUS * weight : 0
    hits.push({
      document,
      score: score + bonus + sameBonus,
      coverage: (total.covered[document] ?? 0) / weight,
      isNamed,
    })
  }
  return hits.sort((a, b) => b.score - a.score || a.document - b.document)
}

function add(total: Tally, document: number, tally: Tally, partWeight: number, score: number): void {
  const at = (array: Float64Array) => array[document] ?? 0
  total.score[document] = at(total.score) + score
  total.covered[document] = at(total.covered) + partWeight * at(tally.covered)
  total.inTitle[document] = at(total.inTitle) + partWeight * at(tally.inTitle)
  total.matched[document] = at(total.matched) + at(tally.matched)
}

/** Returns score in idf × impact; covered and inTitle as shares of the wording. */
function tallyWording(wording: Wording, index: Index): Tally {
  const tally = newTally(index.documents)
  const weight = weightOf(wording, index)
  for (const term of wording.terms) {
    const found = index.postings.get(term)
    if (!found) continue
    const idf = idfOf(term, index)
    for (let place = 0; place < found.documents.length; place++) {
      const document = found.documents[place] ?? 0
      const at = (array: Float64Array) => array[document] ?? 0
      tally.score[document] = at(tally.score) + (idf * (found.impacts[place] ?? 0)) / IMPACTS
      tally.covered[document] = at(tally.covered) + idf / weight
      tally.held[document] = at(tally.held) + 1
      if (!found.inHead[place]) continue
      tally.inTitle[document] = at(tally.inTitle) + idf / weight
      tally.matched[document] = at(tally.matched) + 1
    }
  }
  return tally
}

function weightOf(wording: Wording, index: Index): number {
  return wording.terms.reduce((sum, term) => sum + idfOf(term, index), 0)
}

/** Returns the idf of BM25; a missing term counts as the rarest. */
function idfOf(term: string, { documents, postings }: Index): number {
  const count = postings.get(term)?.documents.length ?? 0
  return Math.log(1 + (documents - count + 0.5) / (count + 0.5))
}

function newTally(documents: number): Tally {
  return {
    score: new Float64Array(documents),
    covered: new Float64Array(documents),
    inTitle: new Float64Array(documents),
    matched: new Float64Array(documents),
    held: new Float64Array(documents),
  }
}

/** With this many documents that contain every word, partial matches are dropped. */
const ENOUGH = 10

const NEAR_MAX = 50

/** A partial match contains at least this share of the query, or of the best document's share. */
const NEAR_SHARE = 0.4

/** Below this it is chance: one number of a long query. */
const CHANCE = 0.1

interface ChosenHits {
  hits: Hit[]
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

export type IsExcluded = (interpretation: number) => boolean

/** Returns the hits in the requested order. Documents are numbered newest first; `hits` come by relevance. */
export function sortHits(
  hits: readonly Hit[],
  sort: SearchSort,
  factsOf: (hit: Hit) => DocumentFacts,
  today: string,
  isExcluded: IsExcluded = () => false,
): Hit[] {
  const isOut = (hit: Hit) => isOver(factsOf(hit), today) || isExcluded(factsOf(hit).interpretation ?? 0)
  if (sort === 'relevance') return policiesFirst(hits, (hit) => factsOf(hit).kind, isOut)
  if (sort === 'published') return [...hits].sort((a, b) => a.document - b.document)
  const closes = (hit: Hit) => closingDay(factsOf(hit).window, today)
  return [...hits].sort((a, b) => {
    const [one, other] = [closes(a), closes(b)]
    if (one !== other) return one < other ? -1 : 1
    return a.document - b.document
  })
}

const BESIDE: ReadonlySet<string> = new Set(['政策资讯', ...PRODUCT_KINDS])

/** Weight of excluded policies, ended documents, news and products. */
const ASIDE_SHARE = 0.7

function policiesFirst(
  hits: readonly Hit[],
  kindOf: (hit: Hit) => string,
  isOut: (hit: Hit) => boolean,
): Hit[] {
  const isAside = (hit: Hit) => BESIDE.has(kindOf(hit)) || isOut(hit)
  const sorted = hits
    .map((hit) => (isAside(hit) ? { ...hit, score: hit.score * ASIDE_SHARE } : hit))
    .sort((a, b) => b.score - a.score || a.document - b.document)
  // What is aside comes behind equal matches; its own name still finds it first.
  const lastAs = ({ isNamed }: Hit) =>
    sorted.findLastIndex((hit) => isComplete(hit) && !isAside(hit) && hit.isNamed >= isNamed)
  return sorted
    .map((hit, place) => ({
      hit,
      place: isAside(hit) ? Math.max(place, lastAs(hit) + 0.5) : place,
    }))
    .sort((a, b) => a.place - b.place)
    .map(({ hit }) => hit)
}

function isOver({ isOver, window }: DocumentFacts, today: string): boolean {
  return isOver === true || (window && windowState(window, today).state === 'closed') === true
}
