import { type Company, readCompany } from '../../src/lib/rules/eligibility/company.ts'
import { statusOf } from '../../src/lib/rules/eligibility/evaluate.ts'
import type { Facts } from '../../src/lib/rules/eligibility/facts.ts'
import type { Status } from '../../src/lib/rules/eligibility/verdict.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import type { KeptCatalogue, KeptItem } from '../catalogue/kept-catalogue.ts'
import type { Database } from '../db/schema.ts'
import { factsOf, type StoredAnswers } from './answers.ts'

export interface JudgedItem {
  item: KeptItem
  status: Status
}

export function companyAt(facts: Facts, nowMs: number): Company {
  return readCompany(facts, chinaDay(new Date(nowMs)))
}

export function judgeAll(catalogue: KeptCatalogue, company: Company): JudgedItem[] {
  return catalogue.items.map((item) => ({ item, status: statusOf(item.rule, company) }))
}

const COMPANIES_AT_ONCE = 500

/** Companies whose saved answers give 符合 for an item of the policy, in the order of their ids. */
export async function companiesMatching(
  db: Database,
  catalogue: KeptCatalogue,
  policyId: number,
  nowMs: number,
): Promise<number[]> {
  const items = catalogue.items.filter(({ policy, rule }) => policy === policyId && rule.program)
  if (items.length === 0) return []
  const matching: number[] = []
  for await (const companies of answeringCompanies(db, nowMs)) {
    for (const [companyId, facts] of companies) {
      const company = companyAt(facts, nowMs)
      if (items.some(({ rule }) => statusOf(rule, company) === 'met')) matching.push(companyId)
    }
  }
  return matching
}

export async function* answeringCompanies(
  db: Database,
  nowMs: number,
): AsyncGenerator<ReadonlyMap<number, Facts>> {
  for (let after = 0; ; ) {
    const companies = await answersAfter(db, after)
    if (companies.size === 0) return
    yield new Map([...companies].map(([id, answers]) => [id, factsOf(answers, nowMs)]))
    after = Math.max(...companies.keys())
  }
}

async function answersAfter(db: Database, companyId: number): Promise<Map<number, StoredAnswers>> {
  const rows = await db
    .selectFrom('answers')
    .select(['company_id', 'fact', 'value'])
    .where('company_id', 'in', (answers) =>
      answers
        .selectFrom('answers')
        .select('company_id')
        .distinct()
        .where('company_id', '>', companyId)
        .orderBy('company_id')
        .limit(COMPANIES_AT_ONCE),
    )
    .orderBy('company_id')
    .execute()
  const companies = new Map<number, StoredAnswers>()
  for (const { company_id, fact, value } of rows) {
    const answers = companies.get(company_id) ?? {}
    answers[fact] = JSON.parse(value)
    companies.set(company_id, answers)
  }
  return companies
}
