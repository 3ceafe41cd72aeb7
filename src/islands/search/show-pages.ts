/** Links to the other pages of the results. */
import { formatSearchQuery, type SearchQuery } from '../../lib/rules/search/address.ts'
import type { Found } from '../../lib/stores/search/search.ts'
import { element } from './element.ts'

export function showPages(pager: HTMLElement, query: SearchQuery, { page, pages }: Found): void {
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
