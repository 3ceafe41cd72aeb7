import type { QueryOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  followPolicy,
  listFollows,
  listPlatformPolicies,
  PLATFORM_POLICIES_PER_PAGE,
  unfollowPolicy,
} from '../../src/lib/contract/policies/platform-policy.ts'
import {
  listQuestions,
  readBill,
  resetAnswers,
  saveAnswers,
} from '../../src/lib/contract/policies/question.ts'
import { readSubsidies, SUBSIDIES_PER_PAGE } from '../../src/lib/contract/policies/subsidy.ts'
import { popularItems } from '../../src/lib/rules/popular.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import type { KeptCatalogue } from '../catalogue/kept-catalogue.ts'
import { lockCompany } from '../company/lock-company.ts'
import { pageOfArray } from '../db/page.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import type { Services } from '../http/types.ts'
import { factsOf, forgetAnswers, readAnswers, writeAnswers } from './answers.ts'
import { makeBill } from './bill.ts'
import { follow, followsOf, unfollow } from './follows.ts'
import { companyAt } from './judge.ts'
import { listPolicies, toPlatformPolicy, toSubsidy } from './match-lists.ts'
import { readSentAnswers, toAskAnswers, toQuestions } from './questionnaire.ts'
import { newItems, noteLook, recordArrivals } from './visits.ts'

export const matchingRoutes: Mount[] = [
  route(listQuestions, async ({ session, services: { db, now } }) => {
    const answers = session ? await readAnswers(db, session.customer.company_id) : {}
    const nowMs = now()
    const facts = factsOf(answers, nowMs)
    return { result: { items: toQuestions(facts, chinaDay(new Date(nowMs))), asks: toAskAnswers(facts) } }
  }),

  route(saveAnswers, async ({ body, session, services: { db, now } }) => {
    const { company_id } = session.customer
    const nowMs = now()
    return db.transaction().execute(async (transaction) => {
      await lockCompany(transaction, company_id)
      const stored = await readAnswers(transaction, company_id)
      const sent = readSentAnswers(body, stored, chinaDay(new Date(nowMs)))
      const { keys, facts, problems, hints } = sent
      if (problems[0]) throw new Refusal(CODES.invalid, problems[0].message, { problems })
      await writeAnswers(transaction, company_id, keys, facts, nowMs)
      return { hints }
    })
  }),

  route(resetAnswers, async ({ session, services }) => {
    await forgetAnswers(services.db, session.customer.company_id)
    return {}
  }),

  route(readBill, async ({ session, services: { db, catalogue, now } }) => {
    const answers = await readAnswers(db, session.customer.company_id)
    return { data: makeBill(await catalogue(), factsOf(answers, now()), now()) }
  }),

  route(listPlatformPolicies, async ({ query, session, services, context }) => {
    const { company_id } = session.customer
    const result = await pageOfPolicies(services, company_id, query)
    // Another site may make a browser ask, but not make the news old.
    if (query.type === 'latest' && isSameOrigin(context))
      await noteLook(services.db, company_id, services.now())
    return { result }
  }),

  route(listFollows, async ({ session, services: { db } }) => ({
    policy_ids: (await followsOf(db, session.customer.company_id)).followed,
  })),

  route(followPolicy, async ({ params, session, services: { db, catalogue, now } }) => {
    if (!isKnown(await catalogue(), params.id)) throw noSuchPolicy()
    await follow(db, session.customer, params.id, now())
    return { followed: true }
  }),

  route(unfollowPolicy, async ({ params, session, services: { db, catalogue } }) => {
    const ended = await unfollow(db, session.customer.company_id, params.id)
    if (!ended && !isKnown(await catalogue(), params.id)) throw noSuchPolicy()
    return { followed: false }
  }),

  route(readSubsidies, async ({ query: { id, region, page }, services }) => {
    const { items } = await services.catalogue()
    const nowMs = services.now()
    if (id !== undefined) {
      const item = items.find((candidate) => candidate.id === id)
      if (!item) throw new Refusal(CODES.none, '没有找到这项政策，它可能已经下线')
      return { data: toSubsidy(item, nowMs) }
    }
    const popular = popularItems(items, { region, nowMs })
    const { items: shown, ...counts } = pageOfArray(popular, { page, perPage: SUBSIDIES_PER_PAGE })
    return { data: shown.map((item) => toSubsidy(item, nowMs)), ...counts }
  }),
]

async function pageOfPolicies(
  { db, catalogue: load, now }: Services,
  companyId: number,
  { type, page }: QueryOf<typeof listPlatformPolicies>,
) {
  const catalogue = await load()
  await recordArrivals(db, catalogue, now())
  const company = companyAt(factsOf(await readAnswers(db, companyId), now()), now())
  const { followed, muted } = await followsOf(db, companyId)
  const fresh = type === 'latest' ? await newItems(db, companyId, now()) : new Map<number, number>()
  const wanted = type === 'muted' ? followed.filter((id) => muted.has(id)) : followed
  const listed = listPolicies(catalogue, type, { company, followed: wanted, fresh }, now())
  const follows = { followed: new Set(followed), muted }
  const { items, ...counts } = pageOfArray(listed, { page, perPage: PLATFORM_POLICIES_PER_PAGE })
  return { items: items.map((entry) => toPlatformPolicy(entry, company, follows, fresh)), ...counts }
}

function isKnown({ policies }: KeptCatalogue, id: number): boolean {
  return policies.some((policy) => policy.id === id)
}

function noSuchPolicy(): Refusal {
  return new Refusal(CODES.none, '没有找到这项政策，它可能已经下线')
}
