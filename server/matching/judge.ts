/** The verdict on every item of the catalogue for one company. */
import { type Company, readCompany } from '../../src/lib/rules/eligibility/company.ts'
import type { Facts } from '../../src/lib/rules/eligibility/facts.ts'
import type { Status } from '../../src/lib/rules/eligibility/verdict.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import type { KeptCatalogue, KeptItem } from '../catalogue/kept-catalogue.ts'

/** Without the reasons, which of thousands of items nobody reads: `judgeRule` gives them for those that are shown. */
export interface JudgedItem {
  item: KeptItem
  status: Status
}

/** A company by its facts and the day that it is in China. */
export function companyAt(facts: Facts, nowMs: number): Company {
  return readCompany(facts, chinaDay(new Date(nowMs)))
}

/** In the catalogue's order. */
export function judgeAll(catalogue: KeptCatalogue, company: Company): JudgedItem[] {
  return catalogue.items.map((item) => ({ item, status: item.eligibility?.status(company) ?? 'unknown' }))
}
