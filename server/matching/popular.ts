/** A policy item as a card of the popular list. */
import type { Subsidy } from '../../src/lib/contract/policies/subsidy.ts'
import { windowState } from '../../src/lib/rules/time/application-window.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import type { KeptItem } from '../catalogue/kept-catalogue.ts'

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
