import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  type Audience,
  findPolicies,
  POLICIES_PER_PAGE,
  previewMessage,
  sendOperatorMessage,
} from '../../src/lib/contract/operator/message.ts'
import { inChunks, pageOfArray } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { noSuchCompany, Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import type { Services } from '../http/types.ts'
import { followersOf } from '../matching/follows.ts'
import { companiesMatching } from '../matching/judge.ts'
import { sendMessages } from './messages.ts'

interface Broadcast {
  request: BodyOf<typeof sendOperatorMessage>
  operatorId: number
  companyIds: readonly number[]
}

/** Returns to how many companies it went, also when it was sent before. @throws Refusal 400 without a recipient */
export function sendBroadcast(db: Database, broadcast: Broadcast, nowMs: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const id = await insertBroadcast(transaction, broadcast, nowMs)
    if (id === undefined) return countOfSent(transaction, broadcast)
    let companies = 0
    for (const ids of inChunks(broadcast.companyIds)) {
      const there = await transaction.selectFrom('companies').select('id').where('id', 'in', ids).execute()
      const messages = there.map(({ id: company_id }) => ({ ...messageOf(broadcast), company_id }))
      await sendMessages(transaction, messages, nowMs)
      companies += there.length
    }
    if (companies === 0) throw new Refusal(CODES.invalid, '没有符合条件的企业，消息未发送')
    await transaction.updateTable('broadcasts').set({ companies }).where('id', '=', id).execute()
    return companies
  })
}

/** Undefined if it was sent before. A parallel request waits here until the first has ended. */
async function insertBroadcast(
  transaction: Database,
  { request, operatorId }: Broadcast,
  nowMs: number,
): Promise<number | undefined> {
  const inserted = await transaction
    .insertInto('broadcasts')
    .values({
      client_id: request.client_id,
      operator_id: operatorId,
      audience: JSON.stringify(request.to),
      message: request.message,
      category: request.category,
      platform_policy_id: request.platform_policy_id ?? null,
      companies: 0,
      created_at: nowMs,
    })
    .onConflict((existing) => existing.columns(['operator_id', 'client_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

async function countOfSent(db: Database, { request, operatorId }: Broadcast): Promise<number> {
  const { companies } = await db
    .selectFrom('broadcasts')
    .select('companies')
    .where('operator_id', '=', operatorId)
    .where('client_id', '=', request.client_id)
    .executeTakeFirstOrThrow()
  return companies
}

function messageOf({ request: { message, category, platform_policy_id } }: Broadcast) {
  return { message, category, platform_policy_id: platform_policy_id ?? null }
}

type Needed = Pick<Services, 'db' | 'catalogue' | 'now'>

export async function findCompanies(services: Needed, to: Audience): Promise<number[]> {
  const { db, catalogue, now } = services
  if (to.kind === 'company') return [await findCompany(services, to.company_id)]
  await checkPolicy(services, to.policy_id)
  return to.kind === 'followers'
    ? followersOf(db, to.policy_id)
    : companiesMatching(db, await catalogue(), to.policy_id, now())
}

async function findCompany({ db }: Needed, id: number): Promise<number> {
  const found = await db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(noSuchCompany)
  return found.id
}

export async function checkPolicy({ catalogue }: Pick<Services, 'catalogue'>, id: number): Promise<void> {
  const { policies } = await catalogue()
  if (!policies.some((policy) => policy.id === id)) throw new Refusal(CODES.none, '没有找到这项政策')
}

export const broadcastRoutes: Mount[] = [
  route(findPolicies, async ({ query: { q, page }, services }) => {
    const { policies } = await services.catalogue()
    const wanted = q.toLowerCase()
    const found = policies.filter(({ id, title }) => title.toLowerCase().includes(wanted) || String(id) === q)
    const { items, ...counts } = pageOfArray(found, { page, perPage: POLICIES_PER_PAGE })
    return { result: { items: items.map(({ id, title }) => ({ id, title })), ...counts } }
  }),

  route(previewMessage, async ({ body, services }) => {
    const { length: count } = await findCompanies(services, body.to)
    return { data: { count } }
  }),

  route(sendOperatorMessage, async ({ body, session, services }) => {
    if ((body.category === 'policy') !== (body.platform_policy_id !== undefined)) {
      throw new Refusal(CODES.invalid, '政策消息应指明政策，其他消息不指明政策')
    }
    if (body.platform_policy_id !== undefined) await checkPolicy(services, body.platform_policy_id)
    const broadcast = {
      request: body,
      operatorId: session.customer.id,
      companyIds: await findCompanies(services, body.to),
    }
    return { data: { count: await sendBroadcast(services.db, broadcast, services.now()) } }
  }),
]
