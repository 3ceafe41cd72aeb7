/** Policies as cards of the lists: with the verdict on a company, and as everybody sees them. */
import type { PlatformPolicy } from '../../src/lib/contract/policies/platform-policy.ts'
import type { Subsidy } from '../../src/lib/contract/policies/subsidy.ts'
import type { Company } from '../../src/lib/rules/eligibility/company.ts'
import { judgeRule } from '../../src/lib/rules/eligibility/evaluate.ts'
import { windowState } from '../../src/lib/rules/time/application-window.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { withinWindow } from '../../src/lib/rules/time/window-use.ts'
import { type KeptItem, ruleOf } from '../catalogue/kept-catalogue.ts'
import type { ListedPolicy } from './match-lists.ts'

/** A listed policy as the wire says it, with the reasons of its verdict on `company`. */
export function toPlatformPolicy(
  listed: ListedPolicy,
  company: Company,
  { followed, muted }: { followed: ReadonlySet<number>; muted: ReadonlySet<number> },
): PlatformPolicy {
  if (!('item' in listed)) return toBareOriginal(listed, muted)
  const { item } = listed
  const verdict = withinWindow(judgeRule(ruleOf(item), company), item.window)
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
  }
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
  }
}

/** A card of the popular list. */
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
