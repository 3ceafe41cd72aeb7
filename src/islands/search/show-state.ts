import { afterPaint } from '../../lib/browser/yield-to-browser.ts'
import {
  type FacetCount,
  type FacetName,
  formatSearchQuery,
  type SearchQuery,
} from '../../lib/rules/search/filters.ts'
import { WINDOW_LABELS } from '../../lib/rules/time/application-window.ts'
import type { SearchResults, SearchState } from '../../lib/stores/search/search.ts'
import { element } from './element.ts'
import { showResults } from './show-results.ts'

const SORT_WORDS = { relevance: '最相关', published: '最新发布', closing: '最近截止' } as const

/** As many as fill the screen of a phone, rendered first. */
const FIRST_ROWS = 3

/** Resolves when this state, or a newer one, is shown completely. */
export async function showState(
  root: HTMLElement,
  state: SearchState,
  isNewest: () => boolean,
): Promise<void> {
  const find = (name: string) => root.querySelector(`[data-search-${name}]`) as HTMLElement
  find('failed').hidden = state.status !== 'failed'
  find('start').hidden = state.status !== 'idle'
  const isNone = state.status === 'found' && state.found.total === 0
  find('none').hidden = !isNone
  showSaved(find('saved'), state)
  find('themes').hidden = !(isNone || state.status === 'idle')
  const list = find('results')
  if (state.status === 'loading') {
    find('found').setAttribute('aria-busy', 'true')
    if (list.childElementCount === 0) find('status').textContent = '正在搜索…'
    return
  }
  find('found').removeAttribute('aria-busy')
  find('found').hidden = state.status !== 'found'
  if (state.status === 'failed') find('failure').textContent = state.text
  if (state.status !== 'found') {
    find('status').textContent = ''
    return
  }
  const { query, found } = state
  const focused = document.activeElement?.getAttribute('data-key')
  find('status').replaceChildren(...statusWords(query, found))
  find('bar').replaceChildren(...chips(query, found), ...(found.total > 1 ? [sorts(query)] : []))
  showEmpty(find('empty'), query, found)
  // The old list keeps its height until then, and with it the scroll position.
  const first = list.childElementCount === 0 ? FIRST_ROWS : found.items.length
  showResults(root, list, found, { from: 0, to: first })
  if (first < found.items.length) {
    await afterPaint()
    if (!isNewest()) return
    showResults(root, list, found, { from: first })
  }
  showFacets(find('side'), find('facets'), query, found)
  showPages(find('pages'), query, found)
  // The followed link has been rendered again.
  if (focused) root.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus()
}

/** 订阅这个条件: also without results. */
function showSaved(place: HTMLElement, state: SearchState): void {
  if (state.status === 'loading') return
  place.hidden = state.status !== 'found'
  if (state.status === 'found')
    place.dataset['regionName'] = state.found.regionNames.get(state.query.region) ?? ''
}

function statusWords(query: SearchQuery, found: SearchResults): (Node | string)[] {
  return [...looseWords(found), countWords(query, found), ...addedWords(found), ...meantWords(query, found)]
}

function countWords(query: SearchQuery, { total, complete, page, pages }: SearchResults): string {
  if (total === 0) return nothingWords(query)
  const where = pages > 1 ? `，第 ${page} / ${pages} 页` : ''
  if (query.q === '' || complete === total) return `找到 ${total} 条${where}。`
  if (complete === 0) return `没有包含全部词语的内容，以下是最接近的 ${total} 条${where}。`
  return `找到 ${total} 条，其中 ${complete} 条包含全部词语${where}。`
}

function nothingWords(query: SearchQuery): string {
  if (query.q === '' || SHOWN_FACETS.some((name) => query[name] !== '')) return '没有找到符合条件的内容。'
  return `没有找到“${query.q}”。换个短一点的词，或从主题找起。`
}

function looseWords({ loosePhrases }: SearchResults): string[] {
  return loosePhrases ? ['没有原样包含引号内文字的内容，已改为按词语查找。'] : []
}

function addedWords({ added }: SearchResults): string[] {
  return added.length > 0 ? [`同时查找了${added.map((word) => `“${word}”`).join('、')}。`] : []
}

function meantWords(query: SearchQuery, { meant }: SearchResults): (Node | string)[] {
  if (meant === undefined) return []
  const href = `/search${formatSearchQuery({ ...query, q: meant, page: 1 })}`
  return ['您要找的是不是：', element('a', { href, 'data-go': 'stay' }, meant), '？']
}

/** Each chosen filter can be taken back where the results are, too: on a phone the list of filters is folded away. */
function chips(query: SearchQuery, { regionNames }: SearchResults): Node[] {
  const chosen = SHOWN_FACETS.filter((name) => query[name] !== '')
  const links = chosen.map((name) => {
    const label = `${FACET_LABELS[name]}：${valueLabel(name, query[name], regionNames)}`
    const href = `/search${formatSearchQuery({ ...query, [name]: '', page: 1 })}`
    const attributes = { class: 'search-chip', href, 'data-go': 'stay', 'aria-label': `取消筛选 ${label}` }
    return element('a', attributes, label, element('span', { 'aria-hidden': 'true' }, '×'))
  })
  return links.length > 0 ? [element('div', { class: 'wrap search-chips' }, ...links)] : []
}

function sorts(query: SearchQuery): Node {
  const links = Object.entries(SORT_WORDS).map(([sort, label]) => {
    const href = `/search${formatSearchQuery({ ...query, sort: sort as SearchQuery['sort'], page: 1 })}`
    const current = query.sort === sort && 'true'
    return element(
      'a',
      { href, 'data-go': 'stay', 'data-key': `sort ${sort}`, 'aria-current': current },
      label,
    )
  })
  return element('nav', { class: 'search-sorts', 'aria-label': '排序' }, ...links)
}

function showPages(pager: HTMLElement, query: SearchQuery, { page, pages }: SearchResults): void {
  const link = (to: number, label: string) =>
    to < 1 || to > pages
      ? element('span', { class: 'button', 'aria-disabled': 'true' }, label)
      : element(
          'a',
          {
            class: 'button',
            href: `/search${formatSearchQuery({ ...query, page: to })}`,
            'data-go': 'first',
          },
          label,
        )
  pager.replaceChildren(
    ...(pages > 1
      ? [link(page - 1, '上一页'), element('span', {}, `第 ${page} / ${pages} 页`), link(page + 1, '下一页')]
      : []),
  )
}

function showEmpty(place: HTMLElement, query: SearchQuery, found: SearchResults): void {
  const ways = found.total === 0 ? loosenings(query, found) : []
  place.replaceChildren(
    ...(ways.length > 0 ? [element('p', {}, '可以放宽条件：'), element('ul', {}, ...ways)] : []),
  )
}

function loosenings(query: SearchQuery, found: SearchResults): Node[] {
  const withoutFilter = found.loosenings.map(({ facet, count }) => {
    const href = `/search${formatSearchQuery({ ...query, [facet]: '', page: 1 })}`
    const label = `${FACET_LABELS[facet]}“${valueLabel(facet, query[facet], found.regionNames)}”`
    return element('li', {}, element('a', { href, 'data-go': 'stay' }, `不限${label}`), `：有 ${count} 条`)
  })
  // Without a filter, an unmatched phrase has been relaxed already.
  const isQuoted = /["“”「]/.test(query.q) && withoutFilter.length > 0 && !found.loosePhrases
  return [...withoutFilter, ...(isQuoted ? [element('li', {}, '去掉引号，不要求原样出现')] : [])]
}

// The filters with the number of results behind each choice.

/** The search box covers the long tail of departments. */
const OFFERED = 30

function showFacets(side: HTMLElement, facets: HTMLElement, query: SearchQuery, found: SearchResults): void {
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

/** A filter that excludes nothing is useless. */
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
  found: SearchResults,
  open: boolean,
): Node {
  return element(
    'details',
    { class: 'search-facet', 'data-facet': name, open: open && '' },
    element('summary', { 'data-key': `facet ${name}` }, FACET_LABELS[name]),
    element('ul', {}, ...counts.map((count) => choice(name, count, query, found))),
  )
}

function choice(
  name: FacetName,
  { value, count }: FacetCount,
  query: SearchQuery,
  found: SearchResults,
): Node {
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

const FACET_LABELS: Record<FacetName, string> = {
  kind: '类型',
  state: '申报状态',
  region: '地区',
  theme: '主题',
  claim: '办理方式',
  department: '部门',
  year: '年份',
}

const SHOWN_FACETS = Object.keys(FACET_LABELS) as FacetName[]

/** The address may contain an unknown one. */
const STATES: Readonly<Record<string, string>> = WINDOW_LABELS

function valueLabel(facet: FacetName, value: string, regionNames: ReadonlyMap<string, string>): string {
  if (facet === 'state') return STATES[value] ?? value
  if (facet === 'region') return value === '000000' ? '全国' : (regionNames.get(value) ?? value)
  return facet === 'year' ? `${value} 年` : value
}
