/** The search: queries and results. */
import { atom } from 'nanostores'
import { explainError } from '../../api/errors.ts'
import { latest } from '../../browser/latest.ts'
import type { SearchResult } from '../../contract/policies/search-files.ts'
import {
  asksSomething,
  countFacets,
  type DocumentFacts,
  FACETS,
  type FacetCounts,
  type FacetName,
  parseSearchQuery,
  passesFilters,
  type SearchQuery,
} from '../../rules/search/filters.ts'
import { type Plan, phrasesOf, planQuery, termsOfPlan, withoutQuotes } from '../../rules/search/query.ts'
import {
  chooseHits,
  type Hit,
  type IsExcluded,
  isComplete,
  rankDocuments,
  sortHits,
} from '../../rules/search/rank.ts'
import { chinaDay } from '../../rules/time/china-day.ts'
import { type Library, loadPiece, loadPostings, loadResult, withFreshLibrary } from './data.ts'
import { excerptOf, holdsPhrase, holdsWording, type Needles, needlesOf } from './marks.ts'

const SHORTEST = 3

export function nearestWord(typed: string, known: Iterable<string>): string | undefined {
  if (typed.length < SHORTEST) return undefined
  for (const word of known) if (word !== typed && differByOne(word, typed)) return word
  return undefined
}

function differByOne(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same += 1
  const skipped = short.length === long.length ? same + 1 : same
  return short.slice(skipped) === long.slice(same + 1)
}

const RESULTS_PER_PAGE = 10
/** Number of best documents that are read for quoted phrases; the index has pairs of characters only. */
const PHRASE_CHECKS = 20

export interface FoundItem {
  document: number
  facts: DocumentFacts
  result: SearchResult
  excerpt: string
  complete: boolean
  /** Later parts of the text may show the words better, see `deepenExcerpt`. */
  shallow: boolean
}

interface Loosening {
  facet: FacetName
  count: number
}

export interface SearchResults {
  items: readonly FoundItem[]
  total: number
  complete: number
  page: number
  pages: number
  facets: FacetCounts
  regionNames: ReadonlyMap<string, string>
  added: readonly string[]
  /** No document contains the quoted phrases literally: results are by words. */
  loosePhrases: boolean
  /** No text contains the typed words, under any filter. */
  isMissed: boolean
  /** A similar known word, when nothing matches. */
  meant: string | undefined
  loosenings: readonly Loosening[]
  needles: Needles
}

export type SearchState =
  | { status: 'idle' }
  | { status: 'loading'; query: SearchQuery }
  | { status: 'failed'; query: SearchQuery; text: string }
  | { status: 'found'; query: SearchQuery; found: SearchResults }

export const $search = atom<SearchState>({ status: 'idle' })

const asking = latest()

export async function search(
  query: SearchQuery,
  isExcluded?: Promise<IsExcluded | undefined>,
): Promise<void> {
  const isLatest = asking.begin()
  if (!asksSomething(query)) {
    $search.set({ status: 'idle' })
    return
  }
  $search.set({ status: 'loading', query })
  try {
    const excluded = await isExcluded
    const found = await withFreshLibrary((library) => find(library, query, excluded))
    if (!isLatest()) return
    $search.set({ status: 'found', query, found })
    if (found.isMissed) import('./count-missed.ts').then(({ countMissed }) => countMissed(query.q))
  } catch (error) {
    if (isLatest()) $search.set({ status: 'failed', query, text: explainError(error) })
  }
}

/** Returns the results while a person types; misses are not recorded. A string is the reason of a failure. */
export function lookAhead(typed: string): Promise<SearchResults | string> {
  const query = parseSearchQuery(`?q=${encodeURIComponent(typed)}`)
  return withFreshLibrary((library) => find(library, query)).catch(explainError)
}

async function find(library: Library, query: SearchQuery, isExcluded?: IsExcluded): Promise<SearchResults> {
  const today = chinaDay(new Date())
  const { file, facts, regionNames } = library
  const { plan, hits: reached, complete, loosePhrases } = await reach(library, query.q)
  const factsOf = ({ document }: Hit) => facts[document] as DocumentFacts
  const hits = sortHits(
    reached.filter((hit) => passesFilters(factsOf(hit), query, today)),
    query.sort,
    factsOf,
    today,
    isExcluded,
  )
  const pages = Math.max(1, Math.ceil(hits.length / RESULTS_PER_PAGE))
  const page = Math.min(query.page, pages)
  const needles = needlesOf(plan)
  const shown = hits.slice((page - 1) * RESULTS_PER_PAGE, page * RESULTS_PER_PAGE)
  const reachedFacts = reached.map(factsOf)
  return {
    items: await Promise.all(shown.map((hit) => toItem(library, hit, needles))),
    total: hits.length,
    complete: hits.filter(isComplete).length,
    page,
    pages,
    facets: countFacets(reachedFacts, query, today),
    regionNames,
    added: plan.added,
    loosePhrases,
    isMissed: query.q !== '' && complete === 0,
    meant: complete === 0 ? meantWord(query.q, file.synonyms) : undefined,
    loosenings: hits.length === 0 ? loosen(reachedFacts, query, today) : [],
    needles,
  }
}

interface Reached {
  plan: Plan
  hits: Hit[]
  complete: number
  loosePhrases: boolean
}

/**
 * Searches by words alone, before the filters. An empty query returns everything, newest first; punctuation alone
 * nothing.
 */
async function reach(library: Library, typed: string): Promise<Reached> {
  const plan = planQuery(typed, library.file.synonyms)
  if (typed === '') {
    const hits = library.facts.map((_, document) => ({ document, score: 0, coverage: 1, isNamed: true }))
    return { plan, hits, complete: hits.length, loosePhrases: false }
  }
  const found = await rank(library, plan)
  if (found.hits.length > 0 || phrasesOf(plan).length === 0) return { plan, ...found, loosePhrases: false }
  const loose = planQuery(withoutQuotes(typed), library.file.synonyms)
  const near = await rank(library, loose)
  return { plan: loose, ...near, loosePhrases: near.hits.length > 0 }
}

async function rank(library: Library, plan: Plan): Promise<{ hits: Hit[]; complete: number }> {
  const { file, facts } = library
  const postings = await loadPostings(library, termsOfPlan(plan))
  const index = { documents: facts.length, postings, titleLengths: file.columns.titleLength }
  return chooseHits(await withPhrases(library, rankDocuments(plan, index), phrasesOf(plan)))
}

async function withPhrases(library: Library, ranked: Hit[], phrases: readonly string[]): Promise<Hit[]> {
  if (phrases.length === 0) return ranked
  const best = ranked.slice(0, PHRASE_CHECKS)
  const texts = await Promise.all(best.map(({ document }) => wholeText(library, document)))
  const holding = best.filter((_, place) =>
    phrases.every((phrase) => holdsPhrase(texts[place] ?? '', phrase)),
  )
  // Further down, documents with every pair of characters very likely contain the phrase.
  return [...holding, ...ranked.slice(PHRASE_CHECKS).filter(isComplete)]
}

async function wholeText(library: Library, document: number): Promise<string> {
  const { title, number = '', from = '', text, further } = await loadResult(library, document)
  const pieces = further.slice(1).map((_, piece) => loadPiece(library, document, piece))
  return [title, number, from, text, ...(await Promise.all(pieces))].join('\n')
}

async function toItem(library: Library, hit: Hit, needles: Needles): Promise<FoundItem> {
  const { document } = hit
  const result = await loadResult(library, document)
  return {
    document,
    facts: library.facts[document] as DocumentFacts,
    result,
    excerpt: excerptOf(result.text, needles),
    complete: isComplete(hit),
    shallow: result.further.length > 0 && needles.wordings.length > 0 && !holdsWording(result.text, needles),
  }
}

function meantWord(typed: string, synonyms: Readonly<Record<string, readonly string[]>>): string | undefined {
  return nearestWord(typed, new Set([...Object.values(synonyms).flat(), ...Object.keys(synonyms)]))
}

function loosen(reached: readonly DocumentFacts[], query: SearchQuery, today: string): Loosening[] {
  return FACETS.filter((facet) => query[facet] !== '')
    .map((facet) => ({
      facet,
      count: reached.filter((facts) => passesFilters(facts, query, today, facet)).length,
    }))
    .filter(({ count }) => count > 0)
}

/** Searches later parts of a long text for a better excerpt; null without one. */
export async function deepenExcerpt(item: FoundItem, needles: Needles): Promise<string | null> {
  return withFreshLibrary(async (library) => {
    for (const piece of item.result.further.slice(1).keys()) {
      const text = await loadPiece(library, item.document, piece)
      if (holdsWording(text, needles)) return excerptOf(text, needles)
    }
    return null
  })
}
