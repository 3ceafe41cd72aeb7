/** Puts the providers that were approved after the build into the list of their category. */

interface Approved {
  id: number
  company_name: string
  services: string
}

export async function showApproved(section: HTMLElement): Promise<void> {
  const category = section.dataset['approved'] ?? ''
  const list = section.querySelector('ul')
  // The last to join come first: behind a page that the build has whole, there is nothing new.
  for (let page = 1; ; page += 1) {
    const items = (await fetchApproved(category, page)).filter(({ id }) => !isShown(category, id))
    if (!list || items.length === 0) return
    list.append(...items.map((item) => toRow(item, category)))
    section.hidden = false
  }
}

/** The build has it in the list above, or it slid from one page to the next while they were read. */
function isShown(category: string, id: number): boolean {
  return document.querySelector(`a[href='/enterprise/${category}/${id}']`) !== null
}

/** Empty behind the last page, and where the server does not answer: the page is complete without it. */
async function fetchApproved(category: string, page: number): Promise<Approved[]> {
  try {
    const answer = await fetch(`/startup/api/v1/providers?category=${category}&page=${page}`)
    const { result } = await answer.json()
    return Array.isArray(result?.items) ? result.items.filter(isApproved) : []
  } catch {
    return []
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
