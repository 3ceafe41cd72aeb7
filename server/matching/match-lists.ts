import type { MatchList, PlatformPolicy } from '../../src/lib/contract/policies/platform-policy.ts'
import type { Subsidy } from '../../src/lib/contract/policies/subsidy.ts'
import type { Company } from '../../src/lib/rules/eligibility/company.ts'
import { judgeRule } from '../../src/lib/rules/eligibility/evaluate.ts'
import { chanceOf } from '../../src/lib/rules/eligibility/next-question.ts'
import { openConditions, type Status } from '../../src/lib/rules/eligibility/verdict.ts'
import { popularItems } from '../../src/lib/rules/popular.ts'
import { windowState } from '../../src/lib/rules/time/application-window.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { canBeHad, withinWindow } from '../../src/lib/rules/time/window-use.ts'
import { likelyWorth, typicalCompany } from '../../src/lib/rules/worth/typical.ts'
import { endsOf } from '../../src/lib/rules/worth/working.ts'
import { isUnfilled, worthOf } from '../../src/lib/rules/worth/worth.ts'
import type { KeptCatalogue, KeptItem } from '../catalogue/kept-catalogue.ts'
import { type JudgedItem, judgeAll } from './judge.ts'

const RANK: Record<Status, number> = { met: 0, unknown: 1, unmet: 2 }

export type ListedPolicy = JudgedItem | { policyId: number; title: string; region: string }

export interface Looker {
  company: Company
  /** Page ids of the originals, the latest follow first; for the list of muted ones these only. */
  followed: readonly number[]
  /** Since when items are new to the company, by their page ids: ms. */
  fresh: ReadonlyMap<number, number>
}

export function listPolicies(
  catalogue: KeptCatalogue,
  list: MatchList,
  { company, followed, fresh }: Looker,
  nowMs: number,
): ListedPolicy[] {
  const judged = judgeAll(catalogue, company)
  if (list === 'followed' || list === 'muted') return followedPolicies(catalogue, judged, followed)
  const ranked = byRank(judged, company, nowMs)
  if (list === 'all') return ranked
  const current = ranked.filter(({ item }) => canBeHad(item.window, company.today))
  return list === 'latest'
    ? current.filter(({ item, status }) => status !== 'unmet' && fresh.has(item.id))
    : current.filter((entry) => isNear(entry, company))
}

const NEAR = 3

function isNear({ item, status }: JudgedItem, company: Company): boolean {
  if (status !== 'unknown') return status === 'met'
  const missing = missingFor(item, company)
  return missing > 0 && missing <= NEAR
}

function missingFor({ rule }: KeptItem, company: Company): number {
  const reason = rule.program?.reason(company)
  return reason ? new Set(openConditions(reason).flatMap(({ missing }) => missing)).size : 0
}

/** 符合 first, then usual worth times likelihood; among equals the company's place, then open, near and new. */
function byRank(judged: JudgedItem[], company: Company, nowMs: number): JudgedItem[] {
  const typical = typicalCompany(company)
  const weights = new Map(judged.map((entry) => [entry.item.id, weightOf(entry, company, typical)]))
  const judgedById = new Map(judged.map((entry) => [entry.item.id, entry]))
  const items = popularItems(
    judged.map(({ item }) => item),
    { region: company.facts.region ?? undefined, nowMs },
  )
  return items
    .flatMap(({ id }) => judgedById.get(id) ?? [])
    .sort(
      (a, b) =>
        RANK[a.status] - RANK[b.status] || (weights.get(b.item.id) ?? 0) - (weights.get(a.item.id) ?? 0),
    )
}

function weightOf({ item, status }: JudgedItem, company: Company, typical: Company): number {
  if (status === 'unmet') return 0
  const { rule } = item
  const reason = status === 'unknown' ? rule.program?.reason(company) : undefined
  const chance = reason ? chanceOf(reason, rule.program?.reason(typical), company.facts) : 1
  return chance * likelyWorth(item, typical, company.facts)
}

function followedPolicies(
  catalogue: KeptCatalogue,
  judged: JudgedItem[],
  followed: readonly number[],
): ListedPolicy[] {
  const policies = new Map(catalogue.policies.map((policy) => [policy.id, policy]))
  const items = Map.groupBy(judged, ({ item }) => item.policy)
  return followed.flatMap((policyId): ListedPolicy[] => {
    const policy = policies.get(policyId)
    if (!policy) return []
    return items.get(policyId) ?? [{ policyId, title: policy.title, region: policy.region }]
  })
}

export function toPlatformPolicy(
  listed: ListedPolicy,
  company: Company,
  { followed, muted }: { followed: ReadonlySet<number>; muted: ReadonlySet<number> },
  fresh: ReadonlyMap<number, number> = new Map(),
): PlatformPolicy {
  if (!('item' in listed)) return toBareOriginal(listed, muted)
  const { item } = listed
  const arrivedMs = fresh.get(item.id)
  const verdict = withinWindow(judgeRule(item.rule, company), item.window)
  return {
    platform_policy_id: item.policy,
    item_id: item.id,
    title: item.title,
    region: item.region,
    region_name: item.region_name ?? '',
    department: item.department ?? null,
    window: item.window,
    support: item.support ?? null,
    amount: item.amount ?? null,
    headline: item.headline ?? null,
    verdict: verdict.status,
    reasons: verdict.reason,
    unmodelled: [...verdict.unmodelled],
    earliest: verdict.earliest ?? null,
    followed: item.policy !== null && followed.has(item.policy),
    muted: item.policy !== null && muted.has(item.policy),
    missing: verdict.status === 'unknown' ? missingFor(item, company) : 0,
    worth: verdict.status === 'unmet' ? null : worthFor(item, company),
    arrived: arrivedMs === undefined ? null : chinaDay(new Date(arrivedMs)),
  }
}

/** Returns the worth by the company's own numbers; null if unknown, or if others get the money. */
function worthFor({ benefit }: KeptItem, company: Company): PlatformPolicy['worth'] {
  if (!benefit || benefit.money === 'others') return null
  const worth = worthOf(benefit, company)
  const [min, max] = endsOf(worth)
  return isUnfilled(worth) || (min === 0 && !max) ? null : { min, max, per: worth.per }
}

function toBareOriginal(
  { policyId, title, region }: Exclude<ListedPolicy, { item: unknown }>,
  muted: ReadonlySet<number>,
): PlatformPolicy {
  return {
    platform_policy_id: policyId,
    item_id: null,
    title,
    region,
    region_name: '',
    department: null,
    window: { kind: 'unknown' },
    support: null,
    amount: null,
    headline: null,
    verdict: 'unknown',
    reasons: null,
    unmodelled: [],
    earliest: null,
    followed: true,
    muted: muted.has(policyId),
    missing: 0,
    worth: null,
    arrived: null,
  }
}

export function toSubsidy(item: KeptItem, nowMs: number): Subsidy {
  const window = windowState(item.window, chinaDay(new Date(nowMs)))
  return {
    id: item.id,
    platform_policy_id: item.policy,
    title: item.title,
    region: item.region,
    region_name: item.region_name ?? '',
    department: item.department ?? null,
    support: item.support ?? null,
    amount: item.amount ?? null,
    headline: item.headline ?? null,
    window: item.window,
    state: window.state,
    days_left: 'daysLeft' in window ? window.daysLeft : null,
  }
}
