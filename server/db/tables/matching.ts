import type { Generated } from 'kysely'

export interface MatchingTables {
  answers: {
    company_id: number
    /** `key` of the fact catalogue. */
    fact: string
    /** JSON; `null` is 不清楚. */
    value: string
    updated_at: number
  }
  follows: {
    company_id: number
    /** Page id of the original: the `platform_policy_id` of the API. */
    policy_id: number
    customer_id: number | null
    created_at: number
    muted: Generated<0 | 1>
  }
  /** When this portal first had an item, whatever its own date: an old notice may be imported today. */
  item_arrivals: { item_id: number; arrived_at: number }
  match_visits: {
    company_id: number
    seen_at: number
    /** Last look of the visit before; later arrivals are new. Null at the first visit. */
    since: number | null
  }
}
