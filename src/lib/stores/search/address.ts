/** The address of a search is its whole state. */
import { cutQuery, cutText } from '../../rules/search/query.ts'

export const FACETS = ['kind', 'region', 'theme', 'department', 'state', 'year', 'claim'] as const
export type FacetName = (typeof FACETS)[number]

const SEARCH_SORTS = ['relevance', 'published', 'closing'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

export type SearchQuery = Record<FacetName, string> & { q: string; sort: SearchSort; page: number }

const VALUE_MAX_LENGTH = 60

/** Reads a query string. What is not understood is left out: a search never fails over its address. */
export function parseSearchQuery(search: string): SearchQuery {
  const params = new URLSearchParams(search)
  const value = (name: FacetName) => cutText(params.get(name) ?? '', VALUE_MAX_LENGTH)
  const page = Number(params.get('page') ?? '1')
  const sort = params.get('sort')
  return {
    q: cutQuery(params.get('q') ?? ''),
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

/** The query string of a search, without what is the default. */
export function formatSearchQuery(query: SearchQuery): string {
  const params = new URLSearchParams()
  for (const name of ['q', ...FACETS] as const) if (query[name] !== '') params.set(name, query[name])
  if (query.sort !== 'relevance') params.set('sort', query.sort)
  if (query.page > 1) params.set('page', String(query.page))
  const search = params.toString()
  return search === '' ? '' : `?${search}`
}

/** Whether anything is asked for at all. */
export function asksSomething(query: SearchQuery): boolean {
  return query.q !== '' || FACETS.some((name) => query[name] !== '')
}
