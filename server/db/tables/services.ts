/** Providers, experts and reservations, and what operators and readers write to each other. */
import type { Generated } from 'kysely'

export interface ServiceTables {
  provider_categories: {
    id: Generated<number>
    name: string
    description: string
    /** The lower comes first. */
    position: number
    hidden: 0 | 1
  }
  experts: {
    id: Generated<number>
    /** The operator (a customer) who is this expert; null: somebody without a login. */
    operator_id: number | null
    name: string
    title: string
    /** JSON: a list of texts. */
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
    /** Null: free. */
    reservation_id: number | null
  }
  reservations: {
    id: Generated<number>
    company_id: number
    /** Who asked; null when that person is gone. */
    customer_id: number | null
    /** The asking browser's own name for it, so that what is sent twice is stored once. */
    client_id: string | null
    kind: 'expert' | 'provider' | 'fund' | 'upgrade'
    /** Id of the expert, the provider or the fund; of an upgrade the level. */
    target_id: number
    /** As it was called when it was asked for; null: not known to the server. */
    target_name: string | null
    /** What was agreed, whatever becomes of the slot. */
    starts_at: number | null
    ends_at: number | null
    contact: string
    phone: string
    note: string | null
    state: 'requested' | 'confirmed' | 'declined' | 'cancelled' | 'done'
    /** What an operator said last. */
    answer: string | null
    created_at: number
    changed_at: number
  }
  /** Messages of operators to many companies, each sent once. */
  broadcasts: {
    id: Generated<number>
    client_id: string
    operator_id: number | null
    /** JSON: the `to` of the call. */
    audience: string
    message: string
    category: 'policy' | 'application'
    platform_policy_id: number | null
    /** To how many it went. */
    companies: number
    created_at: number
  }
  /** What everybody may read of a company that was approved as a provider. */
  public_providers: {
    id: Generated<number>
    company_id: number
    category_id: number
    order_id: number
    company_name: string
    services: string
    /** JSON: division codes. */
    regions: string
    cases: string
    contact: string
    phone: string
    updated_at: number
    /** When operators took it off; null: everybody sees it. */
    off_at: number | null
  }
  /** Searches that found nothing, without a person. */
  missed_searches: {
    word: string
    /** YYYY-MM-DD in China. */
    day: string
    /** Tells networks apart, without saying which ones. */
    mark: number
  }
  corrections: {
    id: Generated<number>
    company_id: number
    /** Who reported it; null when that person is gone. */
    customer_id: number | null
    client_id: string | null
    kind: 'original' | 'interpretation' | 'news'
    page_id: number
    /** Page id of the original, where the answer's message leads to. */
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
