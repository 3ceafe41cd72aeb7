/** What a company may have together, from the pages as they are written: for the checks of the content, not for the portal. */
import type { Company } from '../../rules/eligibility/company.ts'
import { YEARS } from '../../rules/worth/combination.ts'
import type { CompiledRates } from '../../rules/worth/compile.ts'
import type { Candidate } from '../../rules/worth/total.ts'
import { type CompiledBenefit, compileBenefit, isUnfilled, partOf, worthOf } from '../../rules/worth/worth.ts'
import { type Exclusions, rateOf, rivalsOf } from '../exclusions.ts'
import type { Interpretation } from '../schema/documents.ts'

export interface Priced extends Candidate {
  /** Null where the page has no formula. */
  compiled: CompiledBenefit | null
}

/** @param pages of which the company meets the conditions */
export function priceAll(
  pages: readonly Interpretation[],
  company: Company,
  rates: CompiledRates,
  exclusions: Exclusions,
): Priced[] {
  const years = Array.from({ length: YEARS }, (_, year) => year)
  return pages.map(({ id, benefit, eligibility, grants }) => {
    const compiled = benefit ? compileBenefit(benefit, eligibility ?? null, rates) : null
    return {
      id,
      compiled,
      parts: compiled && years.map((year) => partOf(compiled, company, year)),
      excludes: rivalsOf(exclusions, id).map((rival) => rival.id),
      rate: rateOf(exclusions, id),
      grants: grants ?? null,
      isUnfilled: compiled !== null && isUnfilled(worthOf(compiled, company)),
    }
  })
}
