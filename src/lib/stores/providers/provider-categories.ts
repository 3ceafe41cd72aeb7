/** The categories that a provider may choose: those of the build, and those of today once they are read. */
import { atom } from 'nanostores'
import { fetchCategories } from '../../api/category.ts'

export interface ProviderCategory {
  id: number
  name: string
}

/** Null: nobody has answered yet, and those of the build hold. */
export const $categories = atom<readonly ProviderCategory[] | null>(null)

/** Without an answer one can choose among those of the build. */
export async function refreshCategories(): Promise<void> {
  try {
    const first = await fetchCategories(1)
    const items = [...first.items]
    for (let page = 2; page <= first.pages; page += 1) items.push(...(await fetchCategories(page)).items)
    $categories.set(items)
  } catch (error) {
    console.warn(error)
  }
}
