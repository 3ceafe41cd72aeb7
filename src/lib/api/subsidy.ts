import { readSubsidies, type Subsidy } from '../contract/policies/subsidy.ts'
import { ask } from './ask.ts'
import { ContractError } from './errors.ts'

export interface SubsidyPage {
  items: Subsidy[]
  total: number
  pages: number
  page: number
}

/** One page of popular policies, those of `region` (six digits) first. */
export async function fetchSubsidies(page: number, region?: string): Promise<SubsidyPage> {
  const query = { page: String(page), ...(region && { region }) }
  const { data, total = 0, pages = 0 } = await ask(readSubsidies, { query })
  if (!Array.isArray(data)) throw new ContractError(`${readSubsidies.path}: data: expected cards`)
  return { items: data, total, pages, page }
}

/** One policy, by the page id of its interpretation. */
export async function fetchSubsidy(id: number): Promise<Subsidy> {
  const { data } = await ask(readSubsidies, { query: { id: String(id) } })
  if (Array.isArray(data)) throw new ContractError(`${readSubsidies.path}: data: expected one policy`)
  return data
}
