import {
  getCompanyProfile,
  listCompanies,
  listCompanyPolicies,
  openCompanyChat,
} from '../../src/lib/contract/operator/company.ts'
import { changeOperatorName } from '../../src/lib/contract/operator/operator.ts'
import { changeQuickReplies, listQuickReplies } from '../../src/lib/contract/operator/reply.ts'
import { PLATFORM_POLICIES_PER_PAGE } from '../../src/lib/contract/policies/platform-policy.ts'
import { ensureChat } from '../chat/conversations.ts'
import { toProfile } from '../company/profile.ts'
import { pageOfArray } from '../db/page.ts'
import { type Mount, route } from '../http/route.ts'
import { factsOf, readAnswers } from '../matching/answers.ts'
import { followedBy, mutedBy } from '../matching/follows.ts'
import { companyAt } from '../matching/judge.ts'
import { listPolicies } from '../matching/match-lists.ts'
import { toPlatformPolicy } from '../matching/policy-cards.ts'
import { findCompany, pageOfCompanies } from './companies.ts'
import { readQuickReplies, saveQuickReplies } from './quick-replies.ts'

export const operatorRoutes: Mount[] = [
  route(listCompanies, async ({ query, services }) => ({
    result: await pageOfCompanies(services.db, query),
  })),

  route(getCompanyProfile, async ({ params, services: { db, now } }) => {
    const company = await findCompany(db, params.id)
    return { data: { company, ...(await toProfile(db, params.id, now())) } }
  }),

  route(openCompanyChat, async ({ params, services: { db, now } }) => {
    const { id } = await findCompany(db, params.id)
    return { data: { id: await ensureChat(db, id, now()) } }
  }),

  // The company's own look makes news old (matching/routes.ts); an operator's does not.
  route(listCompanyPolicies, async ({ params, query, services: { db, catalogue, now } }) => {
    const { id } = await findCompany(db, params.id)
    const company = companyAt(factsOf(await readAnswers(db, id), now()), now())
    const followed = await followedBy(db, id)
    const listed = listPolicies(await catalogue(), 'matched', { company, followed, fresh: null }, now())
    const follows = { followed: new Set(followed), muted: await mutedBy(db, id) }
    const { items, ...counts } = pageOfArray(listed, {
      page: query.page,
      perPage: PLATFORM_POLICIES_PER_PAGE,
    })
    return { result: { items: items.map((entry) => toPlatformPolicy(entry, company, follows)), ...counts } }
  }),

  route(changeOperatorName, async ({ body: { name }, session, services: { db } }) => {
    await db.updateTable('customers').set({ name }).where('id', '=', session.customer.id).execute()
    return { data: { name } }
  }),

  route(listQuickReplies, async ({ services }) => ({ data: await readQuickReplies(services.db) })),

  route(changeQuickReplies, async ({ body, services }) => ({
    data: await saveQuickReplies(services.db, body),
  })),
]
