/** Reads a search's address, applies its filters and those of a list, and counts the results of each further choice. */
import { NATION, provinceOf, regionContains, regionNearness } from '../regions.ts'
import type { ApplicationWindow } from '../time/application-window.ts'
import { filterStates } from '../time/window-use.ts'
import { cutQuery, cutText } from './query.ts'
import { simplify } from './variants.ts'

export const FACETS = ['kind', 'region', 'theme', 'department', 'state', 'year', 'claim'] as const
export type FacetName = (typeof FACETS)[number]

const SEARCH_SORTS = ['relevance', 'published', 'closing'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

export type SearchQuery = Record<FacetName, string> & { q: string; sort: SearchSort; page: number }

const VALUE_MAX_LENGTH = 60

/** Ignores invalid parts: a search never fails because of its address. */
export function parseSearchQuery(search: string): SearchQuery {
  const params = new URLSearchParams(search)
  const value = (name: FacetName) => cutText(params.get(name) ?? '', VALUE_MAX_LENGTH)
  const page = Number(params.get('page') ?? '1')
  const sort = params.get('sort')
  return {
    q: cutQuery(readWords(search, params.get('q') ?? '')),
    kind: value('kind'),
    region: value('region'),
    theme: value('theme'),
    department: value('department'),
    state: value('state'),
    year: value('year'),
    claim: value('claim'),
    sort: SEARCH_SORTS.find((known) => known === sort) ?? 'relevance',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** Links of old pages use GBK, so text that is no UTF-8 is read as GBK. `typed`: the words read as UTF-8. */
function readWords(search: string, typed: string): string {
  if (!typed.includes('\ufffd')) return typed
  const raw = /(?:^|[?&])q=([^&]*)/.exec(search)?.[1]?.replaceAll('+', ' ') ?? ''
  const pieces = raw.match(/%[\da-f]{2}|[^%]+|%/gi) ?? []
  const bytes = Uint8Array.from(
    pieces.flatMap((piece) =>
      /^%../.test(piece) ? Number.parseInt(piece.slice(1), 16) : [...new TextEncoder().encode(piece)],
    ),
  )
  const readAs = (encoding: string) => {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      return undefined
    }
  }
  return readAs('utf-8') ?? readAs('gbk') ?? typed
}

export function formatSearchQuery(query: SearchQuery): string {
  const params = new URLSearchParams()
  for (const name of ['q', ...FACETS] as const) if (query[name] !== '') params.set(name, query[name])
  if (query.sort !== 'relevance') params.set('sort', query.sort)
  if (query.page > 1) params.set('page', String(query.page))
  const search = params.toString()
  return search === '' ? '' : `?${search}`
}

export function asksSomething(query: SearchQuery): boolean {
  return query.q !== '' || FACETS.some((name) => query[name] !== '')
}

/** Products beside the policies: loans, funds, providers. */
export const PRODUCT_KINDS = ['企业贷款', '产业基金', '服务商'] as const

export interface DocumentFacts {
  kind: string
  region: string
  themes: readonly string[]
  departments: readonly string[]
  day: string
  claim: string
  window: ApplicationWindow | undefined
  isOver?: boolean
  /** Page id of an interpretation. */
  interpretation?: number
}

export interface FacetCount {
  value: string
  count: number
}

export type FacetCounts = Record<FacetName, FacetCount[]>

/** Returns the values under which a document is counted; regions by province. */
function valuesOf(facts: DocumentFacts, name: FacetName, today: string): readonly string[] {
  switch (name) {
    case 'kind':
      return [facts.kind]
    case 'region':
      return [provinceOf(facts.region)]
    case 'theme':
      return facts.themes
    case 'department':
      return facts.departments
    case 'state':
      return facts.window ? filterStates(facts.window, today) : []
    case 'year':
      return facts.day === '' ? [] : [facts.day.slice(0, 4)]
    case 'claim':
      return facts.claim === '' ? [] : [facts.claim]
  }
}

function lets(facts: DocumentFacts, name: FacetName, wanted: string, today: string): boolean {
  if (wanted === '') return true
  if (name !== 'region' || wanted === NATION) return valuesOf(facts, name, today).includes(wanted)
  return regionContains(wanted, facts.region)
}

/** Whether a document passes all filters; `except` skips one. */
export function passesFilters(
  facts: DocumentFacts,
  query: SearchQuery,
  today: string,
  except?: FacetName,
): boolean {
  return FACETS.every((name) => name === except || lets(facts, name, query[name], today))
}

/** Returns the counts of each facet among the results, as if that facet had no choice; most frequent first. */
export function countFacets(found: readonly DocumentFacts[], query: SearchQuery, today: string): FacetCounts {
  const counts = FACETS.map((name) => {
    const values = new Map<string, number>()
    for (const facts of found) {
      if (!passesFilters(facts, query, today, name)) continue
      for (const value of valuesOf(facts, name, today)) values.set(value, (values.get(value) ?? 0) + 1)
    }
    const sorted = [...values].map(([value, count]) => ({ value, count }))
    return [name, sorted.sort((a, b) => b.count - a.count || (a.value < b.value ? 1 : -1))] as const
  })
  return Object.fromEntries(counts) as FacetCounts
}

/** Facts about a row of a list, from its data attributes. */
export interface RowFacts {
  /** Title and document number, for the search within the list. */
  text: string
  region: string
  themes: string[]
  support: string
  department: string
  kind: string
  window: ApplicationWindow
  published: string
}

/** Returns the text with full-width letters, digits, traditional characters and the brackets of document numbers in plain form. */
export function normalizeText(text: string): string {
  return simplify(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/[〔〕【】()[\]〈〉《》<>]/g, ' ')
}

export interface ListFilters {
  q: string
  region: string
  theme: string
  support: string
  department: string
  kind: string
  state: string
}

/** Whether a row passes the filters of a list. @param today YYYY-MM-DD in China */
export function passesList(row: RowFacts, query: ListFilters, today: string): boolean {
  const words = normalizeText(query.q).split(/\s+/).filter(Boolean)
  const text = normalizeText(row.text)
  return (
    words.every((word) => text.includes(word)) &&
    (query.region === '' || regionNearness(row.region, query.region) >= 0) &&
    (query.theme === '' || row.themes.includes(query.theme)) &&
    (query.support === '' || row.support === query.support) &&
    (query.department === '' || row.department.split('、').includes(query.department)) &&
    (query.kind === '' || row.kind === query.kind) &&
    (query.state === '' || filterStates(row.window, today).includes(query.state))
  )
}
