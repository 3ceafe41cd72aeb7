/** The tables, as the queries see them. Times are integer milliseconds since 1970, in every database. */
import type { Generated, Kysely } from 'kysely'

export interface Tables {
  settings: { name: string; value: string }
  companies: { id: Generated<number>; name: string; created_at: number }
  customers: {
    id: Generated<number>
    phone: string
    name: string
    company_id: number
    created_at: number
  }
  consents: { customer_id: number; version: string; agreed_at: number }
  sessions: {
    /** SHA-256 of the token, hex: a stolen database opens no session. */
    token_hash: string
    customer_id: number
    created_at: number
    expires_at: number
    seen_at: number
  }
  sms_codes: {
    phone: string
    /** HMAC of phone and code with the install's secret, hex. */
    code_hash: string
    expires_at: number
    tries: number
  }
  /** One row a sent code, for the caps; older than a day they are swept away. */
  sms_sends: { id: Generated<number>; phone: string; address: string; sent_at: number }
  messages: {
    id: Generated<number>
    company_id: number
    /** Null: for everybody of the company. */
    customer_id: number | null
    message: string
    category: 'policy' | 'application'
    platform_policy_id: number | null
    application_id: number | null
    status: 0 | 1
    created_at: number
  }
  /** What is to happen later, and for a while what has happened. */
  jobs: {
    id: Generated<number>
    kind: string
    /** Names the event within its kind: scheduled twice, it still happens once. */
    key: string
    due_at: number
    /** JSON */
    payload: string
    /** Until then nobody else takes it up: somebody is at it, or it has just failed. */
    claimed_until: number | null
    attempts: number
    done_at: number | null
  }
}

export type Database = Kysely<Tables>

export interface Connection {
  db: Database
  /** Ends the connections; an embedded database also gives its folder free. */
  close: () => Promise<void>
}
