/** What the processes of the server keep for each other: jobs, and tokens of the WeChat platform; and the security log. */
import type { Generated } from 'kysely'
import type { SECURITY_ROLES, SecurityEventName } from '../../../src/lib/contract/operator/security-log.ts'

export interface SystemTables {
  /** What is to happen later, and for a while what has happened. */
  jobs: {
    id: Generated<number>
    kind: string
    /** Names the event within its kind: scheduled twice, it still happens once. */
    key: string
    due_at: number
    /** JSON */
    payload: string
    /** Until then no other process takes it up, because one is working on it or it has just failed. */
    claimed_until: number | null
    attempts: number
    done_at: number | null
  }
  upstream_tokens: {
    /** Upstream, kind and account: `wechat-ticket:wx1234`. */
    name: string
    /** Null: none yet, or no longer accepted. */
    value: string | null
    expires_at: number
    /** Until then no other process fetches a new one, because one is fetching it or has just done so. */
    refreshing_until: number
  }
}

/** The security log. Its rows refer to nothing: they outlive whom they speak of. */
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
