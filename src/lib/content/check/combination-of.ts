/** The combined worth of pages for a company, for checks of content and the examples. */
import type { Company } from '../../rules/eligibility/company.ts'
import type { CompiledRates } from '../../rules/worth/compile.ts'
import { type Candidate, candidateOf } from '../../rules/worth/total.ts'
import { type CompiledBenefit, compileBenefit } from '../../rules/worth/worth.ts'
import { type Exclusions, rateOf, rivalsOf } from '../exclusions.ts'
import { type Interpretation, windowOf } from '../schema/documents.ts'

export interface CompiledPage {
  page: Interpretation
  /** Null without a formula. */
  compiled: CompiledBenefit | null
}

export type Priced = Candidate & CompiledPage

export function compilePages(pages: readonly Interpretation[], rates: CompiledRates): CompiledPage[] {
  return pages.map((page) => ({
    page,
    compiled: page.benefit ? compileBenefit(page.benefit, page.eligibility ?? null, rates) : null,
  }))
}

/** @param pages the pages with conditions that the company meets */
export function priceAll(pages: readonly CompiledPage[], company: Company, exclusions: Exclusions): Priced[] {
  return pages.map(({ page, compiled }) => {
    const policy = {
      ...{ id: page.id, window: windowOf(page.window), grants: page.grants, benefit: compiled },
      excludes: rivalsOf(exclusions, page.id).map(({ id }) => id),
      rate: rateOf(exclusions, page.id),
    }
    return { page, compiled, ...candidateOf(policy, company) }
  })
}
