/** Shows the loan products that serve a need. The address is the state. */
export function filterByNeed(): void {
  const filter = document.querySelector('[data-need-filter]') as HTMLElement
  const products = [...document.querySelectorAll<HTMLElement>('[data-needs]')]
  const count = document.querySelector('[data-product-count]') as HTMLElement

  function show(): void {
    const links = [...filter.querySelectorAll('a')]
    const current = links.find((link) => needOf(link.search) === needOf(location.search)) ?? links[0]
    const need = needOf(current?.search ?? '')
    for (const link of links) {
      if (link === current) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    for (const product of products) {
      product.hidden = need !== null && !product.dataset['needs']?.split(' ').includes(need)
    }
    count.textContent = `共 ${products.filter(({ hidden }) => !hidden).length} 个产品`
  }

  filter.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    history.pushState(null, '', link.href)
    show()
  })
  addEventListener('popstate', show)
  if (location.search) show()
}

function needOf(search: string): string | null {
  return new URLSearchParams(search).get('need')
}
