import type { QueryOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  followPolicy,
  listFollows,
  listPlatformPolicies,
  PLATFORM_POLICIES_PER_PAGE,
  unfollowPolicy,
} from '../../src/lib/contract/policies/platform-policy.ts'
import type { KeptCatalogue } from '../catalogue/kept.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import type { App, Services } from '../http/types.ts'
import { factsOf, readAnswers } from '../matching/answers.ts'
import { follow, followedBy, mutedBy, unfollow } from '../matching/follows.ts'
import { companyAt } from '../matching/judge.ts'
import { listPolicies } from '../matching/match-lists.ts'
import { pageOfArray } from '../matching/page-of-array.ts'
import { toPlatformPolicy } from '../matching/to-platform-policy.ts'
import { newItems, noteLook, recordArrivals } from '../matching/visits.ts'

export function addPlatformPolicyRoutes(app: App): void {
  route(app, listPlatformPolicies, async ({ query, session, services, context }) => {
    const { company_id } = session.customer
    const result = await pageOfPolicies(services, company_id, query)
    // Another site may make a browser ask, but not make the news old.
    if (query.type === 'latest' && isSameOrigin(context))
      await noteLook(services.db, company_id, services.now())
    return { result }
  })

  route(app, listFollows, async ({ session, services: { db } }) => ({
    policy_ids: await followedBy(db, session.customer.company_id),
  }))

  route(app, followPolicy, async ({ params, session, services: { db, catalogue, now } }) => {
    if (!isKnown(await catalogue(), params.id)) throw noSuchPolicy()
    await follow(db, session.customer, params.id, now())
    return { followed: true }
  })

  route(app, unfollowPolicy, async ({ params, session, services: { db, catalogue } }) => {
    const ended = await unfollow(db, session.customer.company_id, params.id)
    if (!ended && !isKnown(await catalogue(), params.id)) throw noSuchPolicy()
    return { followed: false }
  })
}

async function pageOfPolicies(
  { db, catalogue: load, now }: Services,
  companyId: number,
  { type, page }: QueryOf<typeof listPlatformPolicies>,
) {
  const catalogue = await load()
  await recordArrivals(db, catalogue, now())
  const company = companyAt(factsOf(await readAnswers(db, companyId), now()), now())
  const followed = await followedBy(db, companyId)
  const fresh = type === 'latest' ? await newItems(db, companyId, now()) : null
  const muted = await mutedBy(db, companyId)
  const wanted = type === 'muted' ? followed.filter((id) => muted.has(id)) : followed
  const listed = listPolicies(catalogue, type, { company, followed: wanted, fresh }, now())
  const follows = { followed: new Set(followed), muted: await mutedBy(db, companyId) }
  const { items, ...counts } = pageOfArray(listed, { page, perPage: PLATFORM_POLICIES_PER_PAGE })
  return { items: items.map((entry) => toPlatformPolicy(entry, company, follows)), ...counts }
}

function isKnown({ policies }: KeptCatalogue, id: number): boolean {
  return policies.some((policy) => policy.id === id)
}

function noSuchPolicy(): Refusal {
  return new Refusal(CODES.none, '没有找到这项政策，它可能已经下线')
}
