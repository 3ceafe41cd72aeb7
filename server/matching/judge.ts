/** The verdict on every item of the catalogue for one company. */
import type { Catalogue } from '../../src/lib/contract/catalogue.ts'
import { type Company, readCompany } from '../../src/lib/rules/eligibility/company.ts'
import { statusOf } from '../../src/lib/rules/eligibility/evaluate.ts'
import type { Facts } from '../../src/lib/rules/eligibility/facts.ts'
import type { Status } from '../../src/lib/rules/eligibility/verdict.ts'
import { chinaDay } from '../../src/lib/rules/window.ts'
import { type RuledItem, rulesOf } from './rules.ts'

/** Without the reasons, which of thousands of items nobody reads: `judgeRule` gives them for those that are shown. */
export interface JudgedItem extends RuledItem {
  status: Status
}

/** A company as it is on the day in China. */
export function companyAt(facts: Facts, nowMs: number): Company {
  return readCompany(facts, chinaDay(new Date(nowMs)))
}

/** In the catalogue's order. */
export function judgeAll(catalogue: Catalogue, company: Company): JudgedItem[] {
  return rulesOf(catalogue).map(({ item, rule }) => ({ item, rule, status: statusOf(rule, company) }))
}
