/**
 * Categories that operators added after the build. Loaded separately, because the page's own words do not need it.
 */
import { providersOf } from '../../lib/content/provider-categories.ts'

interface Category {
  id: number
  name: string
  description: string
}

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
  about.textContent = category ? `${category.description}。`.replace(/。。$/, '。') : '读取失败，请稍后刷新。'
  if (!category) return
  const title = providersOf(category.name)
  page.title = page.title.replace(/^服务商/, title)
  const heading = page.querySelector('h1')
  if (heading) heading.textContent = title
}

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
