/** Companies and their levels, experts with their free times, and provider categories, as the desk edits them. */
import { ask } from '../../api/ask.ts'
import type { InputOf } from '../../contract/call.ts'
import { endCompanySessions, type ListedCompany, listCompanies } from '../../contract/operator/company.ts'
import {
  addSlots,
  changeExpert,
  createExpert,
  type ExpertForm,
  listOperatorExperts,
  listOperators,
  listSlots,
  type OperatorExpert,
  type OperatorSlot,
  removeSlot,
} from '../../contract/operator/expert.ts'
import {
  changeCompanyLevel,
  changePackage,
  listOperatorPackages,
  type OperatorPackage,
} from '../../contract/operator/package.ts'
import {
  type CategoryForm,
  changeCategory,
  createCategory,
  listAllCategories,
  type OperatorCategory,
} from '../../contract/services/category.ts'

import { attempt, noted } from './desk.ts'
import { createDeskList, readId } from './list.ts'

export interface CompaniesFilter {
  q: string
  level?: number | undefined
}

/** What the address asks for; what is not understood is left out. */
export function readCompaniesFilter(params: URLSearchParams): CompaniesFilter {
  return { q: (params.get('q') ?? '').trim().slice(0, 100), level: readId(params, 'level') }
}

export const companies = createDeskList<ListedCompany, CompaniesFilter>(
  async (filter, page) => (await ask(listCompanies, { query: { ...filter, page } })).result,
)

export const packages = createDeskList<OperatorPackage & { id: number }, null>(async (_, page) => {
  const { result } = await ask(listOperatorPackages, { query: { page } })
  return { ...result, items: result.items.map((item) => ({ ...item, id: item.level })) }
})

export const experts = createDeskList<OperatorExpert, null>(
  async (_, page) => (await ask(listOperatorExperts, { query: { page } })).result,
)

/** All of them. */
export const operators = createDeskList<{ id: number; name: string }, null>(async () =>
  asOnePage((await ask(listOperators, {})).result.items),
)

/** Of the expert with this id. */
export const slots = createDeskList<OperatorSlot, number>(
  async (id, page) => (await ask(listSlots, { params: { id }, query: { page } })).result,
  (expertId) => expertId,
)

/** All times at which the expert with this id can still be reserved. */
export const freeSlots = createDeskList<OperatorSlot, number>(
  async (id) => {
    const free: OperatorSlot[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { result } = await ask(listSlots, { params: { id }, query: { page } })
      free.push(...result.items.filter(isFree))
      pages = result.pages
    }
    return asOnePage(free)
  },
  (expertId) => expertId,
)

function asOnePage<Item>(items: Item[]) {
  return { items, total: items.length, pages: 1, page: 1 }
}

function isFree({ reservation_id, starts_at }: OperatorSlot): boolean {
  return reservation_id === null && Date.parse(starts_at) > Date.now()
}

export const categories = createDeskList<OperatorCategory, null>(
  async (_, page) => (await ask(listAllCategories, { query: { page } })).result,
)

/** Each of these tells what went wrong, undefined when nothing did. */
export async function setCompanyLevel(id: number, level: number, note: string): Promise<string | undefined> {
  const text = await failure(() =>
    ask(changeCompanyLevel, { params: { id }, body: { level, ...noted(note) } }),
  )
  if (text === undefined) {
    companies.replace(id, { level })
    await packages.refresh()
  }
  return text
}

export function endLogins(companyId: number): Promise<string | undefined> {
  return failure(() => ask(endCompanySessions, { params: { id: companyId } }))
}

export async function setPackage(
  level: number,
  form: InputOf<typeof changePackage>['body'],
): Promise<string | undefined> {
  const text = await failure(() => ask(changePackage, { params: { level }, body: form }))
  if (text === undefined) await packages.refresh()
  return text
}

/** @param id undefined: a new one */
export async function putExpert(id: number | undefined, form: ExpertForm): Promise<string | undefined> {
  const text = await failure(() =>
    id === undefined ? ask(createExpert, { body: form }) : ask(changeExpert, { params: { id }, body: form }),
  )
  if (text === undefined) await experts.refresh()
  return text
}

export async function putCategory(id: number | undefined, form: CategoryForm): Promise<string | undefined> {
  const text = await failure(() =>
    id === undefined
      ? ask(createCategory, { body: form })
      : ask(changeCategory, { params: { id }, body: form }),
  )
  if (text === undefined) await categories.refresh()
  return text
}

export async function addSlot(
  expertId: number,
  slot: { starts_at: string; ends_at: string },
): Promise<string | undefined> {
  const text = await failure(() => ask(addSlots, { params: { id: expertId }, body: { slots: [slot] } }))
  if (text === undefined) await slots.refresh()
  return text
}

export async function dropSlot(expertId: number, slotId: number): Promise<string | undefined> {
  const text = await failure(() => ask(removeSlot, { params: { id: expertId, slot_id: slotId } }))
  if (text === undefined) await slots.refresh()
  return text
}

async function failure(act: () => Promise<unknown>): Promise<string | undefined> {
  const done = await attempt(act)
  return done.ok ? undefined : done.text
}
