/** Which policies close soon, and what a reminder of them says. */
import { LEAD_DAYS_MAX } from '../../src/lib/contract/account/reminder.ts'
import { daysBetween } from '../../src/lib/rules/time/china-day.ts'
import type { KeptCatalogue } from '../catalogue/kept-catalogue.ts'

export interface ClosingPolicy {
  /** Page id of the original. */
  policyId: number
  /** The closing day, YYYY-MM-DD. */
  closes: string
  daysLeft: number
  /** Items of the policy with this closing day. */
  titles: string[]
}

/** What closes today or within the longest time that anybody can ask to be reminded before. */
export function closingPolicies({ items }: KeptCatalogue, today: string): ClosingPolicy[] {
  const found = new Map<string, ClosingPolicy>()
  for (const { policy, window, title } of items) {
    if (policy === null || window.kind !== 'dated') continue
    const { closes } = window
    const daysLeft = daysBetween(today, closes)
    if (daysLeft < 0 || daysLeft > LEAD_DAYS_MAX) continue
    const key = `${policy} ${closes}`
    const same = found.get(key) ?? { policyId: policy, closes, daysLeft, titles: [] }
    same.titles.push(title)
    found.set(key, same)
  }
  return [...found.values()]
}

export function reminderWords({ titles: [title = '', ...others], closes, daysLeft }: ClosingPolicy): string {
  const what = others.length > 0 ? `《${title}》等 ${others.length + 1} 项` : `《${title}》`
  const when = daysLeft === 0 ? `今天（${closes}）截止` : `还有 ${daysLeft} 天截止（${closes}）`
  return `您关注的${what}${when}，如需申报请尽快准备。`
}
