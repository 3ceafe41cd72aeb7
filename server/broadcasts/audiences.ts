/** To which companies an operator's message goes. */
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Audience } from '../../src/lib/contract/operator/message.ts'
import { noSuchCompany, Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { companiesMatching } from '../matching/companies-matching.ts'
import { followersOf } from '../matching/follows.ts'

type Needed = Pick<Services, 'db' | 'catalogue' | 'now'>

/** Ids, each once. @throws Refusal 404 when the company or the policy is not there */
export async function findCompanies(services: Needed, to: Audience): Promise<number[]> {
  const { db, catalogue, now } = services
  if (to.kind === 'company') return [await findCompany(services, to.company_id)]
  await checkPolicy(services, to.policy_id)
  return to.kind === 'followers'
    ? followersOf(db, to.policy_id)
    : companiesMatching(db, await catalogue(), to.policy_id, now())
}

async function findCompany({ db }: Needed, id: number): Promise<number> {
  const found = await db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw noSuchCompany()
  return found.id
}

/** @throws Refusal 404 when the pages have no such original */
export async function checkPolicy({ catalogue }: Pick<Services, 'catalogue'>, id: number): Promise<void> {
  const { policies } = await catalogue()
  if (!policies.some((policy) => policy.id === id)) throw new Refusal(CODES.none, '没有找到这项政策')
}
