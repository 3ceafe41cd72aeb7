/** Companies and their levels, experts with their free times, and provider categories, as the desk edits them. */
import { addCategory, saveCategory } from '../../api/category.ts'
import { fetchAllCategories } from '../../api/operator-category.ts'
import { fetchCompanies } from '../../api/operator-company.ts'
import {
  addExpert,
  addExpertSlots,
  fetchOperatorExperts,
  fetchOperators,
  fetchSlots,
  removeExpertSlot,
  saveExpert,
} from '../../api/operator-expert.ts'
import { fetchOperatorPackages, saveCompanyLevel, savePackage } from '../../api/operator-package.ts'
import type { OperatorCategory } from '../../contract/operator/category.ts'
import type { ListedCompany } from '../../contract/operator/company.ts'
import type { ExpertForm, OperatorExpert, OperatorSlot } from '../../contract/operator/expert.ts'
import type { OperatorPackage } from '../../contract/operator/package.ts'
import type { CategoryForm } from '../../contract/services/category.ts'
import { attempt } from './desk.ts'
import { createDeskList } from './list.ts'
import { createReading } from './reading.ts'

export interface CompaniesFilter {
  q: string
  level?: number | undefined
}

export const companies = createDeskList<ListedCompany, CompaniesFilter>((filter, page) =>
  fetchCompanies(page, filter),
)

export const packages = createDeskList<OperatorPackage & { id: number }, null>(async (_, page) => {
  const result = await fetchOperatorPackages(page)
  return { ...result, items: result.items.map((item) => ({ ...item, id: item.level })) }
})

export const experts = createDeskList<OperatorExpert, null>((_, page) => fetchOperatorExperts(page))

/** All of them. */
export const operators = createReading<null, readonly { id: number; name: string }[]>(() => fetchOperators())

/** Of the expert with this id. */
export const slots = createDeskList<OperatorSlot, number>(fetchSlots, (expertId) => expertId)

/** All times at which the expert with this id can still be reserved. */
export const freeSlots = createReading<number, readonly OperatorSlot[]>(async (expertId) => {
  const free: OperatorSlot[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const result = await fetchSlots(expertId, page)
    free.push(...result.items.filter(isFree))
    pages = result.pages
  }
  return free
})

function isFree({ reservation_id, starts_at }: OperatorSlot): boolean {
  return reservation_id === null && Date.parse(starts_at) > Date.now()
}

export const categories = createDeskList<OperatorCategory, null>((_, page) => fetchAllCategories(page))

/** Each of these tells what went wrong, undefined when nothing did. */
export async function setCompanyLevel(id: number, level: number, note: string): Promise<string | undefined> {
  const words = note.trim() === '' ? {} : { note: note.trim() }
  const text = await failure(() => saveCompanyLevel(id, { level, ...words }))
  if (text === undefined) {
    companies.replace(id, { level })
    await packages.refresh()
  }
  return text
}

export async function setPackage(
  level: number,
  form: { name: string; description: string; file_storage: number },
): Promise<string | undefined> {
  const text = await failure(() => savePackage(level, form))
  if (text === undefined) await packages.refresh()
  return text
}

/** @param id undefined: a new one */
export async function putExpert(id: number | undefined, form: ExpertForm): Promise<string | undefined> {
  const text = await failure(() => (id === undefined ? addExpert(form) : saveExpert(id, form)))
  if (text === undefined) await experts.refresh()
  return text
}

export async function putCategory(id: number | undefined, form: CategoryForm): Promise<string | undefined> {
  const text = await failure(() => (id === undefined ? addCategory(form) : saveCategory(id, form)))
  if (text === undefined) await categories.refresh()
  return text
}

export async function addSlot(
  expertId: number,
  slot: { starts_at: string; ends_at: string },
): Promise<string | undefined> {
  const text = await failure(() => addExpertSlots(expertId, [slot]))
  if (text === undefined) await slots.refresh()
  return text
}

export async function dropSlot(expertId: number, slotId: number): Promise<string | undefined> {
  const text = await failure(() => removeExpertSlot(expertId, slotId))
  if (text === undefined) await slots.refresh()
  return text
}

async function failure(act: () => Promise<unknown>): Promise<string | undefined> {
  const done = await attempt(act)
  return done.ok ? undefined : done.text
}
