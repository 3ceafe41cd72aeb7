/** What belongs to a company as a whole: its profile, invitations, and the end of it. */
import type { Generated } from 'kysely'

export interface CompanyTables {
  /** Beside the name and what the questionnaire asks; empty: not given. */
  company_profiles: {
    company_id: number
    credit_code: string
    legal_person: string
    address: string
    contact: string
    phone: string
    updated_at: number
  }
  invitations: {
    id: Generated<number>
    company_id: number
    /** Who made it; null when that person is gone. */
    customer_id: number | null
    /** SHA-256 of the code, hex. */
    code_hash: string
    created_at: number
    expires_at: number
    used_at: number | null
  }
  /** One row a try to join, for the caps; older than a day they are swept away. */
  join_tries: { id: Generated<number>; customer_id: number; address: string; tried_at: number }
  /** One row an export, for the cap; older than an hour they are swept away. */
  company_exports: { id: Generated<number>; company_id: number; exported_at: number }
  /** Companies that will be deleted. */
  company_deletions: {
    company_id: number
    /** Name of who asked for it, as it was then. */
    requested_by: string
    requested_at: number
    due_at: number
    /** Since then there is no way back. */
    started_at: number | null
  }
}
