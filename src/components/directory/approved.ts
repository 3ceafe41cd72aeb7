/** What a list of providers lacks of what came after the build: providers of its category, and categories. */

import { providersOf } from '../../lib/content/provider-categories.ts'

interface Approved {
  id: number
  company_name: string
  services: string
}

/** More pages of a category than a person looks through here. */
const PAGES_READ = 20

export async function showApproved(section: HTMLElement): Promise<void> {
  const category = section.dataset['approved'] ?? ''
  const list = section.querySelector('ul')
  // A provider that came back after the build, or from another category, may stand anywhere.
  for (let page = 1, pages = 1; page <= Math.min(pages, PAGES_READ); page += 1) {
    const answer = await fetchApproved(category, page)
    pages = answer.pages
    const items = answer.items.filter(({ id }) => !isShown(category, id))
    list?.append(...items.map((item) => toRow(item, category)))
    if (items.length > 0) section.hidden = false
  }
}

/** It is in the list already: the build put it there, or it slid to the next page while the pages were read. */
function isShown(category: string, id: number): boolean {
  return document.querySelector(`a[href='/enterprise/${category}/${id}']`) !== null
}

/** Empty where the server does not answer: the page is complete without it. */
async function fetchApproved(category: string, page: number): Promise<{ items: Approved[]; pages: number }> {
  try {
    const answer = await fetch(`/startup/api/v1/providers?category=${category}&page=${page}`)
    const { result } = await answer.json()
    return { items: result.items.filter(isApproved), pages: Number(result.pages) }
  } catch {
    return { items: [], pages: 0 }
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

interface Category {
  id: number
  name: string
  description: string
}

/** Offers the categories that were added after the build, and names the one that the page stands for. */
export async function showCategories(page: Document): Promise<void> {
  const list = page.querySelector('[data-categories]')
  const about = page.querySelector('[data-about]')
  const stands = page.querySelector<HTMLElement>('[data-approved]')?.dataset['approved']
  const isShown = (id: number) => list?.querySelector(`a[href='/providerlist/${id}']`) != null
  const categories = await fetchCategories()
  for (const { id, name } of categories.filter(({ id }) => !isShown(id))) {
    const link = page.createElement('a')
    link.href = `/providerlist/${id}`
    link.textContent = name
    if (String(id) === stands) link.setAttribute('aria-current', 'page')
    const item = page.createElement('li')
    item.append(link)
    list?.append(item)
  }
  // A page of the build has its words already.
  if (!about || page.querySelector('h1')?.dataset['added'] === undefined) return
  const category = categories.find(({ id }) => String(id) === stands)
  about.textContent = category ? category.description : '读取失败，请稍后刷新。'
  if (!category) return
  const title = providersOf(category.name)
  page.title = page.title.replace(/^服务商/, title)
  for (const place of page.querySelectorAll('h1, [data-current]')) place.textContent = title
}

/** Empty where the server does not answer. */
async function fetchCategories(): Promise<Category[]> {
  try {
    const answer = await fetch('/startup/api/v1/categorys?page=1')
    const { result } = await answer.json()
    return result.items.filter(isCategory)
  } catch {
    return []
  }
}

function isCategory(value: unknown): value is Category {
  const { id, name, description } = (value ?? {}) as Partial<Category>
  return Number.isSafeInteger(id) && typeof name === 'string' && typeof description === 'string'
}
