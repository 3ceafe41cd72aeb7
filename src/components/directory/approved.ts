/** Adds providers approved after the build to the list of their category. */

interface Approved {
  id: number
  company_name: string
  services: string
}

const PAGES_READ = 20

export async function showApproved(section: HTMLElement): Promise<void> {
  const category = section.dataset['approved'] ?? ''
  const list = section.querySelector('ul')
  // Shown in a category without providers at the build.
  const none = document.querySelector<HTMLElement>('[data-none]')
  // A provider that returned after the build, or moved from another category, may be anywhere.
  for (let page = 1, pages = 1; page <= Math.min(pages, PAGES_READ); page += 1) {
    const answer = await fetchApproved(category, page)
    // The page is complete without it.
    if (!answer) return
    pages = answer.pages
    const items = answer.items.filter(({ id }) => !isShown(category, id))
    list?.append(...items.map((item) => toRow(item, category)))
    if (items.length > 0) section.hidden = false
    if (none) none.hidden = !section.hidden
  }
}

/** Already in the list: by the build, or moved to the next page while the pages were read. */
function isShown(category: string, id: number): boolean {
  return document.querySelector(`a[href='/enterprise/${category}/${id}']`) !== null
}

async function fetchApproved(
  category: string,
  page: number,
): Promise<{ items: Approved[]; pages: number } | null> {
  try {
    const answer = await fetch(`/startup/api/v1/providers?category=${category}&page=${page}`)
    const { result } = await answer.json()
    return { items: result.items.filter(isApproved), pages: Number(result.pages) }
  } catch {
    return null
  }
}

function isApproved(value: unknown): value is Approved {
  const { id, company_name, services } = (value ?? {}) as Partial<Approved>
  return Number.isSafeInteger(id) && typeof company_name === 'string' && typeof services === 'string'
}

function toRow({ id, company_name, services }: Approved, category: string): HTMLElement {
  const row = document.createElement('li')
  const link = document.createElement('a')
  link.href = `/enterprise/${category}/${id}`
  link.textContent = company_name
  const text = document.createElement('p')
  text.textContent = services
  row.append(link, text)
  return row
}
