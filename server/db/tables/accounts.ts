import type { Generated } from 'kysely'

export interface AccountTables {
  settings: { name: string; value: string }
  companies: {
    id: Generated<number>
    name: string
    created_at: number
    level: Generated<number>
    used_bytes: Generated<number>
    reserved_bytes: Generated<number>
  }
  customers: {
    id: Generated<number>
    phone: string
    name: string
    company_id: number
    created_at: number
    joined_at: Generated<number | null>
  }
  consents: { customer_id: number; version: string; agreed_at: number }
  sessions: {
    /** SHA-256 of the token, hex: a stolen database opens no session. */
    token_hash: string
    customer_id: number
    created_at: number
    expires_at: number
    seen_at: number
    device: Generated<string | null>
    address: Generated<string | null>
    browser_hash: Generated<string | null>
    proved_at: Generated<number>
    factor_at: Generated<number>
    /** Sealed secret of a second factor during its set-up. */
    new_secret: Generated<string | null>
  }
  operators: {
    id: Generated<number>
    phone: string
    from_setting: 0 | 1
    added_at: number
    added_by: number | null
    withdrawn_at: Generated<number | null>
    /** Sealed secret of the second factor; null without one. */
    secret: Generated<string | null>
    used_step: Generated<number>
    tries: Generated<number>
    tried_at: Generated<number>
  }
  recovery_codes: { operator_id: number; number: number; hash: string }
  operator_people: { id: number; name: string; phone: string }
  /** Browsers with an earlier login; other browsers cannot use up their reserve of codes. */
  known_browsers: {
    browser_hash: string
    customer_id: number
    address: string
    seen_at: number
  }
  sms_codes: {
    browser_hash: string
    phone: string
    address: string
    /** HMAC of phone and code with the install's secret, hex. */
    code_hash: string
    expires_at: number
    tries: number
  }
  sms_sends: {
    id: Generated<number>
    phone: string
    address: string
    net_48: Generated<string | null>
    net_32: Generated<string | null>
    /** 1: at an address with an earlier login of the phone; 2: in such a browser. */
    known: Generated<0 | 1 | 2>
    sent_at: number
  }
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
    customer_id: number | null
    code_hash: string
    created_at: number
    expires_at: number
    used_at: number | null
  }
  join_tries: { id: Generated<number>; customer_id: number; address: string; tried_at: number }
  company_exports: { id: Generated<number>; company_id: number; exported_at: number }
  company_deletions: {
    company_id: number
    requested_by: string
    requested_at: number
    due_at: number
    started_at: number | null
  }
}
