/** The company on later days: its facts, the policies that count, and their worth. */
import { addMonths } from '../eligibility/calendar.ts'
import type { Company } from '../eligibility/company.ts'
import { type CompiledRule, statusOf } from '../eligibility/evaluate.ts'
import type { Facts } from '../eligibility/facts.ts'
import type { Certificate } from '../eligibility/options.ts'
import type { ApplicationWindow } from '../time/application-window.ts'
import { canBeHad } from '../time/window-use.ts'
import { awaitsCertificate } from '../worth/total.ts'
import type { Prices, Takings } from './prices.ts'
import { companyAt, type Step, stepId } from './steps.ts'

export interface RoadPolicy {
  /** Page id of the interpretation. */
  id: number
  rule: CompiledRule
  window: ApplicationWindow
  grants: Certificate | null
}

export interface Future {
  policies: readonly RoadPolicy[]
  facts: Facts
  /** YYYY-MM-DD in China, like all days here. */
  now: string
  /** Last day of the road. */
  horizon: string
  prices: Prices
  granting: ReadonlyMap<Certificate, RoadPolicy>
  /** The company on a day after these steps; cached. */
  at: (steps: readonly Step[], day: string) => Company
  /** Policies that are 符合 on the company's day, still available, and with their certificate if they grant one. */
  counted: (company: Company) => readonly number[]
  /** Combined worth of these policies. */
  takings: (company: Company) => Takings
}

const HORIZON_MONTHS = 36

export function lookAhead(
  policies: readonly RoadPolicy[],
  facts: Facts,
  now: string,
  prices: Prices,
): Future {
  const companies = new Map<string, Company>()
  const ids = new WeakMap<Company, readonly number[]>()
  const sums = new WeakMap<Company, Takings>()

  function at(steps: readonly Step[], day: string): Company {
    const key = `${day} ${steps.map(stepId).sort().join()}`
    const company = companies.get(key) ?? companyAt(facts, now, steps, day)
    companies.set(key, company)
    return company
  }

  function counted(company: Company): readonly number[] {
    const { today, facts: answers } = company
    const found =
      ids.get(company) ??
      policies
        .filter(({ grants }) => !awaitsCertificate(grants, answers))
        .filter(({ rule, window }) => canBeHad(window, today) && statusOf(rule, company) === 'met')
        .map(({ id }) => id)
    ids.set(company, found)
    return found
  }

  function takings(company: Company): Takings {
    const found = sums.get(company) ?? prices.takings(counted(company), company)
    sums.set(company, found)
    return found
  }

  const granting = new Map(policies.flatMap((each) => (each.grants ? [[each.grants, each] as const] : [])))
  const horizon = addMonths(now, HORIZON_MONTHS)
  return { policies, facts, now, horizon, prices, granting, at, counted, takings }
}
