/** Puts the providers that were approved after the build into the list of their category. */

interface Approved {
  id: number
  category_id: number
  company_name: string
  services: string
}

const SERVICES_CHARS = 80

export async function showApproved(section: HTMLElement): Promise<void> {
  const items = await fetchApproved(section.dataset['approved'] ?? '')
  const list = section.querySelector('ul')
  if (!list || items.length === 0) return
  list.append(...items.map(toRow))
  section.hidden = false
}

/** Empty where the server does not answer: the page is complete without it. */
async function fetchApproved(category: string): Promise<Approved[]> {
  try {
    const answer = await fetch(`/startup/api/v1/providers?category=${category}`)
    const { result } = await answer.json()
    return Array.isArray(result?.items) ? result.items.filter(isApproved) : []
  } catch {
    return []
  }
}

function isApproved(value: unknown): value is Approved {
  const { id, category_id, company_name, services } = (value ?? {}) as Partial<Approved>
  const isText = typeof company_name === 'string' && typeof services === 'string'
  return Number.isSafeInteger(id) && Number.isSafeInteger(category_id) && isText
}

function toRow({ id, category_id, company_name, services }: Approved): HTMLElement {
  const row = document.createElement('li')
  const link = document.createElement('a')
  link.href = `/enterprise/${category_id}/${id}`
  link.textContent = company_name
  const text = document.createElement('p')
  text.textContent = services.length > SERVICES_CHARS ? `${services.slice(0, SERVICES_CHARS)}…` : services
  row.append(link, text)
  return row
}
