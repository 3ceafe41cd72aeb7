/** Nothing was found: what can be loosened, and where to go on. */
import { formatSearchQuery, type SearchQuery } from '../../lib/stores/search/address.ts'
import type { Found } from '../../lib/stores/search/search.ts'
import { element } from './element.ts'
import { FACET_LABELS, valueLabel } from './words.ts'

export function showEmpty(place: HTMLElement, query: SearchQuery, found: Found): void {
  place.replaceChildren(...(found.total === 0 ? [advice(query, found)] : []))
}

function advice(query: SearchQuery, { loosenings, regionNames }: Found): Node {
  const withoutFilter = loosenings.map(({ facet, count }) => {
    const href = `/search${formatSearchQuery({ ...query, [facet]: '', page: 1 })}`
    const label = `${FACET_LABELS[facet]}“${valueLabel(facet, query[facet], regionNames)}”`
    return element('li', {}, element('a', { href, 'data-go': 'stay' }, `不限${label}`), `：有 ${count} 条`)
  })
  const quoted = /["“”「]/.test(query.q)
  return element(
    'div',
    { class: 'search-empty' },
    element('p', {}, '可以这样放宽：'),
    element(
      'ul',
      {},
      ...withoutFilter,
      quoted && element('li', {}, '去掉引号，不要求原样出现'),
      query.q !== '' && element('li', {}, '换一个更短的词，或把一句话拆成几个词'),
      query.q !== '' && element('li', {}, '看看有没有错别字；发文字号可以只写年份和序号'),
    ),
    element(
      'p',
      {},
      '也可以到',
      element('a', { href: '/pmanagementlist' }, '政策解读'),
      '、',
      element('a', { href: '/reviewlist' }, '政策原文'),
      '里按主题找，或用',
      element('a', { href: '/match' }, '一键匹配'),
      '看看企业符合哪些政策。',
    ),
  )
}
