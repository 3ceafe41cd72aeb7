/** Which documents the filters let through, and how many each further choice would leave. */
import { NATION, provinceOf, regionContains } from '../../rules/regions.ts'
import type { ApplicationWindow } from '../../rules/time/application-window.ts'
import { filterStates } from '../../rules/time/window-use.ts'
import { FACETS, type FacetName, type SearchQuery } from './address.ts'

/** What is known of a document without loading it. */
export interface DocumentFacts {
  kind: string
  /** Division code. */
  region: string
  themes: readonly string[]
  departments: readonly string[]
  /** YYYY-MM-DD or empty. */
  day: string
  claim: string
  /** Undefined for what cannot be applied for. */
  window: ApplicationWindow | undefined
}

export interface FacetCount {
  value: string
  count: number
}

export type FacetCounts = Record<FacetName, FacetCount[]>

/** The values under which a document is counted; regions by province. */
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

/** Whether all filters let a document through; `except` leaves one out. */
export function passesFilters(
  facts: DocumentFacts,
  query: SearchQuery,
  today: string,
  except?: FacetName,
): boolean {
  return FACETS.every((name) => name === except || lets(facts, name, query[name], today))
}

/** For each facet what it holds among the found documents, as if it alone were not chosen; most frequent first. */
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
