import { formatListQuery, type ListQuery } from './listing.ts'

const AROUND = 2

/** Returns the first, the last and the pages around the current one, with gaps. Empty for one page. */
export function pagesToShow(page: number, pages: number): (number | 'gap')[] {
  const wanted = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= AROUND,
  )
  return wanted.flatMap((number, index) => {
    const before = wanted[index - 1]
    return before !== undefined && number - before > 1 ? ['gap' as const, number] : [number]
  })
}

export function renderPager(pager: HTMLElement, query: ListQuery, pages: number): void {
  const items = pages > 1 ? pagesToShow(query.page, pages) : []
  pager.replaceChildren(
    ...items.map((item) => {
      if (item === 'gap') return Object.assign(document.createElement('span'), { textContent: '…' })
      const link = document.createElement('a')
      link.href = formatListQuery({ ...query, page: item }) || location.pathname
      link.textContent = String(item)
      link.setAttribute('aria-label', `第 ${item} 页`)
      if (item === query.page) link.setAttribute('aria-current', 'page')
      return link
    }),
  )
}
