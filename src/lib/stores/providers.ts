/** Data on providers newer than the build: categories, and newly approved ones. */
import { atom } from 'nanostores'
import { ask } from '../api/ask.ts'
import { explainError, RefusedError } from '../api/errors.ts'
import { CODES } from '../contract/envelope.ts'
import { findCategory, listCategories } from '../contract/services/category.ts'
import { listProviders, type PublicProvider } from '../contract/services/provider.ts'
import { loadRegionNames } from './region.ts'

export interface ProviderCategory {
  id: number
  name: string
}

/** The categories for providers. Null before an answer: those of the build apply. */
export const $categories = atom<readonly ProviderCategory[] | null>(null)

export async function refreshCategories(): Promise<void> {
  try {
    const items: ProviderCategory[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { result } = await ask(listCategories, { query: { page } })
      items.push(...result.items)
      pages = result.pages
    }
    $categories.set(items)
  } catch (error) {
    console.warn(error)
  }
}

type ProviderState =
  | { status: 'loading' }
  | { status: 'ready'; provider: PublicProvider; category: string }
  /** It has moved to another category, for which the build may have a page. */
  | { status: 'moved'; href: string }
  | { status: 'none' }
  | { status: 'failed'; text: string }

export const $provider = atom<ProviderState>({ status: 'loading' })

/** @param built categories that have pages; a newer one's name is requested */
export async function openProvider(
  path: string,
  built: readonly { id: number; name: string }[],
): Promise<void> {
  const id = Number(path.split('/')[3])
  $provider.set({ status: 'loading' })
  try {
    const [provider] = (await ask(listProviders, { query: { id } })).result.items
    if (!provider) {
      $provider.set({ status: 'none' })
      return
    }
    if (String(provider.category_id) !== path.split('/')[2]) {
      $provider.set({ status: 'moved', href: `/enterprise/${provider.category_id}/${id}` })
      return
    }
    const known = built.find((each) => each.id === provider.category_id)
    const category = known?.name ?? (await categoryName(provider.category_id))
    $provider.set({ status: 'ready', provider, category })
    loadRegionNames(provider.regions)
  } catch (error) {
    const isNone = error instanceof RefusedError && error.code === CODES.invalid
    $provider.set(isNone ? { status: 'none' } : { status: 'failed', text: explainError(error) })
  }
}

/** Blank without an answer: the page is about the provider. */
async function categoryName(id: number): Promise<string> {
  try {
    return (await ask(findCategory, { params: { id } })).data.name
  } catch {
    return ''
  }
}
