import type { Generated } from 'kysely'

export interface ServiceTables {
  provider_categories: {
    id: Generated<number>
    name: string
    description: string
    position: number
    hidden: 0 | 1
  }
  experts: {
    id: Generated<number>
    /** The operator (a customer) who is this expert; null for an expert without a login. */
    operator_id: number | null
    name: string
    title: string
    fields: string
    intro: string
    hidden: 0 | 1
    created_at: number
  }
  expert_slots: {
    id: Generated<number>
    expert_id: number
    starts_at: number
    ends_at: number
    reservation_id: number | null
  }
  reservations: {
    id: Generated<number>
    company_id: number
    customer_id: number | null
    /** The browser's id for the request, so that a second sending is stored once. */
    client_id: string | null
    kind: 'expert' | 'provider' | 'fund' | 'upgrade'
    /** Id of the expert, the provider or the fund; for an upgrade the level. */
    target_id: number
    target_name: string | null
    starts_at: number | null
    ends_at: number | null
    contact: string
    phone: string
    note: string | null
    state: 'requested' | 'confirmed' | 'declined' | 'cancelled' | 'done'
    answer: string | null
    created_at: number
    changed_at: number
  }
  broadcasts: {
    id: Generated<number>
    client_id: string
    operator_id: number | null
    /** JSON: the `to` of the call. */
    audience: string
    message: string
    category: 'policy' | 'application'
    platform_policy_id: number | null
    companies: number
    created_at: number
  }
  public_providers: {
    id: Generated<number>
    company_id: number
    category_id: number
    order_id: number
    company_name: string
    services: string
    regions: string
    cases: string
    contact: string
    phone: string
    updated_at: number
    off_at: number | null
  }
  missed_searches: {
    word: string
    day: string
    mark: number
  }
  corrections: {
    id: Generated<number>
    company_id: number
    customer_id: number | null
    client_id: string | null
    kind: 'original' | 'interpretation' | 'news'
    page_id: number
    /** Page id of the original, to which the answer's message links. */
    policy_id: number | null
    title: string | null
    text: string
    source: string | null
    state: 'open' | 'fixed' | 'declined'
    answer: string | null
    created_at: number
    changed_at: number
  }
}
