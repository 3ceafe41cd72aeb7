/** Forms that belong to no policy: their drafts, and the providers that came of them. */
import type { Generated } from 'kysely'

export interface FormTables {
  form_drafts: {
    company_id: number
    kind: 'loan' | 'provider'
    client_id: string
    revision: number
    /** JSON, as typed. */
    content: string
    updated_at: number
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
}
