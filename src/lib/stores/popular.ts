/** The popular policies as the server has them by now, for a page that was built some time ago. */
import { ask } from '../api/ask.ts'
import { ContractError } from '../api/errors.ts'
import { readSubsidies, type Subsidy } from '../contract/policies/subsidy.ts'

/** Of the policies with these page ids, as far as the server lists them among its first `ids.length`. */
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

/** One of them, by its page id. Throws when there is none, or no answer. */
export async function readPolicy(id: number): Promise<Subsidy> {
  const answer = await ask(readSubsidies, { query: { id } })
  if ('pages' in answer) throw new ContractError(`${readSubsidies.path}: data: expected one policy`)
  return answer.data
}
