import {
  type Category,
  type CategoryForm,
  changeCategory,
  createCategory,
  findCategory,
  listCategories,
} from '../contract/services/category.ts'
import { ask } from './ask.ts'

export interface CategoryPage {
  items: Category[]
  total: number
  pages: number
  page: number
}

/** One page of the categories that are not hidden, in their order. */
export async function fetchCategories(page: number): Promise<CategoryPage> {
  const { result } = await ask(listCategories, { query: { page: String(page) } })
  return result
}

export async function fetchCategory(id: number): Promise<Category> {
  const { data } = await ask(findCategory, { params: { id: String(id) } })
  return data
}

/** Operators only. */
export async function addCategory(form: CategoryForm): Promise<Category> {
  const { data } = await ask(createCategory, { body: form })
  return data
}

/** Operators only; replaces all fields. */
export async function saveCategory(id: number, form: CategoryForm): Promise<Category> {
  const { data } = await ask(changeCategory, { params: { id: String(id) }, body: form })
  return data
}
