/** Policies matched to a company, and follows (behaviour B10.2). */
import * as v from 'valibot'
import { DERIVED, type DerivedKey } from '../../rules/eligibility/derived.ts'
import { FACT_KEYS } from '../../rules/eligibility/facts.ts'
import { type Condition, OPERATORS } from '../../rules/eligibility/tree.ts'
import type { ConditionReason, GroupReason, Reason } from '../../rules/eligibility/verdict.ts'
import { defineCall } from '../call.ts'
import { idParam, pageOf, pageQuery } from '../list.ts'
import { applicationWindow, supportAmount } from './item.ts'
import { askKey } from './question.ts'

const verdictStatus = v.picklist(['met', 'unmet', 'unknown'])

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const answerKey = v.union([v.picklist(FACT_KEYS), askKey])
const subject = v.picklist([...FACT_KEYS, ...(Object.keys(DERIVED) as DerivedKey[])])
const scalar = v.union([v.string(), v.number()])
const value = v.union([scalar, v.boolean(), v.array(scalar)])

const clause = v.object({
  article: v.string(),
  gist: v.exactOptional(v.string()),
  href: v.exactOptional(v.string()),
})

const comparison = { fact: subject, op: v.picklist(OPERATORS), clause: v.exactOptional(clause) }

const tier = v.object({ up_to: v.exactOptional(scalar), below: v.exactOptional(scalar), value })

const condition: v.GenericSchema<Condition> = v.union([
  v.object({ ...comparison, by: subject, tiers: v.array(tier) }),
  v.object({ ...comparison, value }),
  v.object({
    ask: v.string(),
    key: askKey,
    help: v.exactOptional(v.string()),
    clause: v.exactOptional(clause),
  }),
])

const gap = v.object({
  fact: subject,
  side: v.picklist(['short', 'over']),
  need: v.string(),
  have: v.string(),
  missing: v.string(),
  unit: v.string(),
})

const conditionReason: v.GenericSchema<ConditionReason> = v.object({
  status: verdictStatus,
  condition,
  rests: v.array(answerKey),
  missing: v.array(answerKey),
  gap: v.exactOptional(gap),
  wait: v.exactOptional(v.object({ months: v.number(), from: v.string() })),
})

const groupReason: v.GenericSchema<GroupReason> = v.object({
  status: verdictStatus,
  clause: v.exactOptional(clause),
  need: count,
  met: count,
  parts: v.array(v.lazy(() => verdictReason)),
})

/** The reasons of a verdict on the wire: the evaluator's, unchanged. */
const verdictReason: v.GenericSchema<Reason> = v.union([groupReason, conditionReason])

export const PLATFORM_POLICIES_PER_PAGE = 10

const id = v.pipe(v.number(), v.integer(), v.minValue(1))

export const platformPolicy = v.object({
  /** Page id of the original; null for an item without one, which cannot be followed. */
  platform_policy_id: v.nullable(id),
  /** Page id of the interpretation; null for a followed original without one. */
  item_id: v.nullable(id),
  title: v.string(),
  region: v.string(),
  region_name: v.string(),
  department: v.nullable(v.string()),
  window: applicationWindow,
  support: v.nullable(v.string()),
  amount: v.nullable(supportAmount),
  headline: v.nullable(v.string()),
  /** 符合, 不符合, 待确认 by the company's saved answers; for `unmodelled` see `verdictWords`. */
  verdict: verdictStatus,
  /** Null when the conditions have not been modelled. */
  reasons: v.nullable(verdictReason),
  /** Matters of the authority's judgement, to be shown with every verdict. */
  unmodelled: v.array(v.string()),
  /** The day from which every condition is met, if only time is missing. */
  earliest: v.nullable(v.string()),
  followed: v.boolean(),
  /** Followed, but without messages (`muteMessage`). */
  muted: v.boolean(),
  /** So many answers are missing before the verdict is known. */
  missing: count,
  /** 元 by the company's own numbers, before exclusions; `max` null without an upper end. Null if unknown. */
  worth: v.nullable(
    v.object({ min: v.number(), max: v.nullable(v.number()), per: v.picklist(['年', '次']) }),
  ),
  /** In the list of the latest: the day on which it came, YYYY-MM-DD. */
  arrived: v.nullable(v.string()),
})

export type PlatformPolicy = v.InferOutput<typeof platformPolicy>

/**
 * matched: 符合 and nearly, 符合 first. latest: 符合 and 待确认 since the company's last visit. followed: latest follow first;
 * muted: those of them without messages. all: every item in the order of matched, 不符合 last.
 */
export const MATCH_LISTS = ['matched', 'latest', 'followed', 'muted', 'all'] as const

export type MatchList = (typeof MATCH_LISTS)[number]

export const listPlatformPolicies = defineCall({
  summary: '匹配、最新匹配和关注的政策',
  method: 'GET',
  path: '/customer/api/v1/fixed/platformpolicy',
  access: 'company',
  query: v.object({ type: v.optional(v.picklist(MATCH_LISTS), 'matched'), page: pageQuery }),
  answer: v.object({ result: pageOf(platformPolicy) }),
})

/** Added by us. `id` is the page id of the original. Following twice is no error. */
export const followPolicy = defineCall({
  summary: '关注政策',
  method: 'PUT',
  path: '/customer/api/v1/fixed/platformpolicy/{id}/follow',
  access: 'company',
  params: idParam,
  answer: v.object({ followed: v.literal(true) }),
})

/** Added by us. Succeeds also when the policy is not followed. */
export const unfollowPolicy = defineCall({
  summary: '取消关注政策',
  method: 'DELETE',
  path: '/customer/api/v1/fixed/platformpolicy/{id}/follow',
  access: 'company',
  params: idParam,
  answer: v.object({ followed: v.literal(false) }),
})

/** Added by us: all follows at once, for the buttons beside the policies. Latest follow first. */
export const listFollows = defineCall({
  summary: '已关注的政策编号',
  method: 'GET',
  path: '/customer/api/v1/fixed/platformpolicy/followed',
  access: 'company',
  answer: v.object({ policy_ids: v.array(id) }),
})
