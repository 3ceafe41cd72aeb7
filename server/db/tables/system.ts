import type { Generated } from 'kysely'
import type { SECURITY_ROLES, SecurityEventName } from '../../../src/lib/contract/operator/security-log.ts'

export interface SystemTables {
  jobs: {
    id: Generated<number>
    kind: string
    key: string
    due_at: number
    payload: string
    /** Until then no other process claims it, because one works on it or it has just failed. */
    claimed_until: number | null
    attempts: number
    done_at: number | null
  }
  /** Unused: each process keeps its own tokens. A later step drops it. */
  upstream_tokens: { name: string; value: string | null; expires_at: number; refreshing_until: number }
}

/** The security log. Its rows have no references, because they outlive people and companies. */
export interface SecurityTables {
  /** Append-only: the database refuses changes, and the deletion of rows of the last half year. */
  security_events: {
    id: Generated<number>
    at: number
    event: SecurityEventName
    role: (typeof SECURITY_ROLES)[number]
    actor_id: number | null
    phone_hash: string | null
    phone_end: string | null
    address: string | null
    company_id: number | null
    action: string | null
    target: string | null
    note: string | null
    times: number
    request_id: string | null
  }
}
