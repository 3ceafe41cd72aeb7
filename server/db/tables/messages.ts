/** The message bell. */
import type { Generated } from 'kysely'

export interface MessageTables {
  messages: {
    id: Generated<number>
    company_id: number
    /** Null: for everybody of the company. */
    customer_id: number | null
    message: string
    category: 'policy' | 'application'
    platform_policy_id: number | null
    application_id: number | null
    /** What the portal itself sent it about; null: anything else. */
    topic: Generated<'deadline' | 'change' | 'match' | null>
    status: 0 | 1
    created_at: number
  }
}
