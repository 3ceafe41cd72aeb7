/** Popular policies: what is open and near first. */
import type { Subsidy } from '../../src/lib/contract/subsidy.ts'
import { regionNearness } from '../../src/lib/rules/regions.ts'
import { chinaDay, type WindowState, windowState } from '../../src/lib/rules/window.ts'
import type { KeptItem } from '../catalogue/kept.ts'

/** What a visitor can have today comes first, what is over comes last. */
const STATE_RANK: Record<WindowState['state'], number> = {
  open: 0,
  closing: 0,
  rolling: 0,
  upcoming: 1,
  unknown: 2,
  closed: 3,
}

/**
 * What applies in `region` first (a policy of another place is of no use there), then what is open, then the nearest;
 * equals keep the catalogue's order, newest first.
 */
export function popularItems(
  items: readonly KeptItem[],
  { region, nowMs }: { region?: string | undefined; nowMs: number },
): KeptItem[] {
  const today = chinaDay(new Date(nowMs))
  const ranked = items.map((item) => ({
    item,
    nearness: region === undefined ? 0 : regionNearness(item.region, region),
    state: STATE_RANK[windowState(item.window, today).state],
  }))
  ranked.sort(
    (a, b) => Number(a.nearness < 0) - Number(b.nearness < 0) || a.state - b.state || b.nearness - a.nearness,
  )
  return ranked.map(({ item }) => item)
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
