/** What readers tell the operators about an error in the content. */
import type { Generated } from 'kysely'

export interface CorrectionTables {
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
