/** The security log. Its rows refer to nothing: they outlive whom they speak of. */
import type { Generated } from 'kysely'
import type { SECURITY_ROLES, SecurityEventName } from '../../../src/lib/contract/operator/security-log.ts'

export interface SecurityTables {
  /** Append-only: the database refuses changes, and the deletion of rows of the last half year. */
  security_events: {
    id: Generated<number>
    at: number
    event: SecurityEventName
    role: (typeof SECURITY_ROLES)[number]
    /** Customer; null: nobody is logged in. */
    actor_id: number | null
    /** Of the phone that was typed, or is meant: a keyed hash, and its last digits. */
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
