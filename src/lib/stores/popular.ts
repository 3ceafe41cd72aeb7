/** Popular policies as of now, for a page built earlier. */
import { ask } from '../api/ask.ts'
import { ContractError } from '../api/errors.ts'
import { readSubsidies, type Subsidy } from '../contract/policies/subsidy.ts'

export async function readPopular(ids: readonly number[]): Promise<ReadonlyMap<number, Subsidy>> {
  const asked = new Set(ids)
  const found = new Map<number, Subsidy>()
  let listed = 0
  for (let page = 1, pages = 1; page <= pages && listed < ids.length; page += 1) {
    const answer = await ask(readSubsidies, { query: { page } })
    if (!('pages' in answer)) throw new ContractError(`${readSubsidies.path}: data: expected cards`)
    pages = answer.pages
    listed += answer.data.length
    for (const item of answer.data) if (asked.has(item.id)) found.set(item.id, item)
  }
  return found
}

export async function readPolicy(id: number): Promise<Subsidy> {
  const answer = await ask(readSubsidies, { query: { id } })
  if ('pages' in answer) throw new ContractError(`${readSubsidies.path}: data: expected one policy`)
  return answer.data
}
