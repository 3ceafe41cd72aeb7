/** The filters with the number of results behind each choice. */
import {
  type FacetCount,
  type FacetName,
  formatSearchQuery,
  type SearchQuery,
} from '../../lib/rules/search/filters.ts'
import type { Found } from '../../lib/stores/search/search.ts'
import { element } from './element.ts'
import { FACET_LABELS, SHOWN_FACETS, valueLabel } from './words.ts'

/** A long tail of departments is left to the search box. */
const OFFERED = 30

export function showFacets(side: HTMLElement, facets: HTMLElement, query: SearchQuery, found: Found): void {
  const before = new Map(
    Array.from(facets.querySelectorAll('details'), ({ dataset, open }) => [dataset['facet'], open]),
  )
  const groups = SHOWN_FACETS.flatMap((name, place) => {
    const counts = withChosen(found.facets[name], query[name]).slice(0, OFFERED)
    const open = before.get(name) ?? (place === 0 || query[name] !== '')
    return worthShowing(counts, query[name]) ? [group(name, counts, query, found, open)] : []
  })
  facets.replaceChildren(...groups)
  side.hidden = groups.length === 0
  const chosen = SHOWN_FACETS.filter((name) => query[name] !== '').length
  const more = side.querySelector('[data-search-more]')
  if (more) more.textContent = chosen > 0 ? `筛选（已选 ${chosen} 项）` : '筛选'
}

/** A filter that lets everything through helps nobody. */
function worthShowing(counts: readonly FacetCount[], chosen: string): boolean {
  return counts.length > 1 || (counts.length === 1 && chosen !== '')
}

/** A chosen value is always listed, even without results, so that it can be removed. */
function withChosen(counts: readonly FacetCount[], chosen: string): FacetCount[] {
  if (chosen === '') return [...counts]
  const known = counts.find(({ value }) => value === chosen) ?? { value: chosen, count: 0 }
  return [known, ...counts.filter(({ value }) => value !== chosen)]
}

function group(
  name: FacetName,
  counts: readonly FacetCount[],
  query: SearchQuery,
  found: Found,
  open: boolean,
): Node {
  return element(
    'details',
    { class: 'search-facet', 'data-facet': name, open: open && '' },
    element('summary', { 'data-key': `facet ${name}` }, FACET_LABELS[name]),
    element('ul', {}, ...counts.map((count) => choice(name, count, query, found))),
  )
}

function choice(name: FacetName, { value, count }: FacetCount, query: SearchQuery, found: Found): Node {
  const chosen = query[name] === value
  const href = `/search${formatSearchQuery({ ...query, [name]: chosen ? '' : value, page: 1 })}`
  const label = valueLabel(name, value, found.regionNames)
  return element(
    'li',
    {},
    element(
      'a',
      {
        href,
        'data-go': 'stay',
        'data-key': `${name} ${value}`,
        'aria-current': chosen && 'true',
        'aria-label': chosen ? `${label}，${count} 条，已选，再按取消` : `${label}，${count} 条`,
      },
      element('span', {}, label),
      element('span', { class: 'search-count' }, String(count)),
    ),
  )
}
