/** Filtering and sorting of the lists: pure, so that a list's address is its whole state. */
import { regionNearness } from '../../lib/rules/regions.ts'
import { type ListFilters, passesList, type RowFacts } from '../../lib/rules/search/filters.ts'
import { canBeHad, closingDay } from '../../lib/rules/time/window-use.ts'

export const SORTS = ['', 'published', 'closing'] as const
export type Sort = (typeof SORTS)[number]

export interface ListQuery extends ListFilters {
  sort: Sort
  page: number
}

export const ROWS_PER_PAGE = 20
export const TEXT_MAX_LENGTH = 100

/** The calendar's parameters in a list's address. */
export const CALENDAR_QUERY = ['view', 'month', 'mine']

export function pageTitle(title: string, { currentPage }: { currentPage: number }): string {
  return currentPage === 1 ? title : `${title}（第 ${currentPage} 页）`
}

/** Parses a query string; ignores invalid parts, so that no address fails. */
export function parseListQuery(search: string): ListQuery {
  const params = new URLSearchParams(search)
  const text = (name: string) => cutText((params.get(name) ?? '').trim()).trim()
  const page = Number(params.get('page') ?? '1')
  const sort = params.get('sort')
  return {
    q: text('q'),
    region: text('region'),
    theme: text('theme'),
    support: text('support'),
    department: text('department'),
    kind: text('kind'),
    state: text('state'),
    sort: SORTS.find((known) => known === sort) ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** Cuts between characters: half a surrogate pair would not survive the address. */
function cutText(text: string): string {
  return [...text].slice(0, TEXT_MAX_LENGTH).join('')
}

export function formatListQuery(query: ListQuery): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== '' && !(name === 'page' && value === 1)) params.set(name, String(value))
  }
  const search = params.toString()
  return search === '' ? '' : `?${search}`
}

/**
 * The rows that a query asks for, in order. The region that is asked for, or else the visitor's own (a code, or '' for
 * none), comes before the rest, and ended policies last; equal rows keep their order.
 * @param placeOf rank of a row by the answers, in place of that order; Infinity: it does not fit
 */
export function selectRows<Row extends { facts: RowFacts }>(
  rows: Row[],
  query: ListQuery,
  homeRegion: string,
  today: string,
  placeOf: (row: Row) => number = () => 0,
): Row[] {
  const home = query.region || homeRegion
  const nearness = (row: Row) => (home === '' ? 0 : regionNearness(row.facts.region, home))
  const isOver = (row: Row) => Number(!canBeHad(row.facts.window, today))
  return rows
    .filter((row) => passesList(row.facts, query, today))
    .sort((a, b) => {
      if (query.sort === 'closing') {
        const order = closingDay(a.facts.window, today).localeCompare(closingDay(b.facts.window, today))
        if (order !== 0) return order
      }
      return (
        (query.sort === '' && placeOf(a) - placeOf(b)) ||
        isOver(a) - isOver(b) ||
        nearness(b) - nearness(a) ||
        (query.sort === 'published' ? b.facts.published.localeCompare(a.facts.published) : 0)
      )
    })
}
