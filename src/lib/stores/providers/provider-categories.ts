/** The categories that a provider may choose: those of the build, and those of today once they are read. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { listCategories } from '../../contract/services/category.ts'

export interface ProviderCategory {
  id: number
  name: string
}

/** Null: nobody has answered yet, and those of the build hold. */
export const $categories = atom<readonly ProviderCategory[] | null>(null)

/** Without an answer one can choose among those of the build. */
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
