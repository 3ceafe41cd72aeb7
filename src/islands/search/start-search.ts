/** Binds the search page to its store: the address is the state. */

import * as v from 'valibot'
import {
  asksSomething,
  formatSearchQuery,
  parseSearchQuery,
  type SearchQuery,
} from '../../lib/rules/search/filters.ts'
import { loadLibrary } from '../../lib/stores/search/data.ts'
import { $search, search } from '../../lib/stores/search/search.ts'
import { showState } from './show-state.ts'

/** Scroll position in the results: the browser cannot restore it, because the results are not in the page yet. */
const kept = v.object({ y: v.number() })

function keepPlace(): void {
  history.replaceState({ y: scrollY }, '')
}

/** After back, forward or reload; a newly opened page has no position. */
function restorePlace(): void {
  const place = v.safeParse(kept, history.state)
  if (place.success) scrollTo({ top: place.output.y, behavior: 'instant' })
}

type Then = 'stay' | 'first' | 'place'

export function startSearch(root: HTMLElement): void {
  const form = root.querySelector('[data-search-form]') as HTMLFormElement
  const box = form.elements.namedItem('q') as HTMLInputElement
  let then: Then = 'place'
  const isExcluded =
    'answers' in document.documentElement.dataset
      ? import('../../lib/stores/match/match.ts')
          .then(({ loadExclusion }) => loadExclusion())
          .catch(() => undefined)
      : undefined

  $search.subscribe(async (state) => {
    const isNewest = () => $search.get() === state
    await showState(root, state, isNewest)
    if (state.status !== 'found' || !isNewest()) return
    if (then === 'place') restorePlace()
    if (then === 'first') showFirst(root)
    then = 'stay'
  })

  function go(query: SearchQuery, next: Then): void {
    const address = location.pathname + formatSearchQuery(query)
    if (address !== location.pathname + location.search) {
      keepPlace()
      history.pushState(null, '', address)
    }
    then = next
    search(query, isExcluded)
  }

  function showAddress(): void {
    const query = parseSearchQuery(location.search)
    box.value = query.q
    then = 'place'
    search(query, isExcluded)
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const asked = parseSearchQuery(location.search)
    go({ ...asked, q: parseSearchQuery(`q=${encodeURIComponent(box.value)}`).q, page: 1 }, 'stay')
  })
  root.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-go]')
    if (!link) return
    event.preventDefault()
    const query = parseSearchQuery(link.search)
    box.value = query.q
    go(query, link.dataset['go'] === 'first' ? 'first' : 'stay')
  })
  root.querySelector('[data-search-retry]')?.addEventListener('click', showAddress)
  const more = root.querySelector('[data-search-more]')
  more?.addEventListener('click', () => {
    more.setAttribute('aria-expanded', String(more.getAttribute('aria-expanded') !== 'true'))
  })
  addEventListener('popstate', showAddress)
  addEventListener('pagehide', keepPlace)

  if (asksSomething(parseSearchQuery(location.search))) showAddress()
  // A person who focuses the box will search soon; a failure shows then.
  else loadLibrary().catch(() => undefined)
}

function showFirst(root: HTMLElement): void {
  root.scrollIntoView()
  root.querySelector<HTMLElement>('[data-search-results] a')?.focus({ preventScroll: true })
}
