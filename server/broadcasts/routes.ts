import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  findPolicies,
  POLICIES_PER_PAGE,
  previewMessage,
  sendOperatorMessage,
} from '../../src/lib/contract/operator/message.ts'
import { pageOfArray } from '../db/page.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { checkPolicy, findCompanies, sendBroadcast } from './broadcasts.ts'

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
