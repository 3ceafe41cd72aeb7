/** Companies, their people, sessions and verification codes. */
import type { Generated } from 'kysely'

export interface AccountTables {
  settings: { name: string; value: string }
  companies: {
    id: Generated<number>
    name: string
    created_at: number
    /** The company's level: `packages.level`. */
    level: Generated<number>
    /** Bytes of its stored objects, and of uploads that are under way. */
    used_bytes: Generated<number>
    reserved_bytes: Generated<number>
  }
  customers: {
    id: Generated<number>
    phone: string
    name: string
    company_id: number
    created_at: number
    /** When the person came to the company; null: with the first login. */
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
    /** Browser and system in words; null: not known. */
    device: Generated<string | null>
    /** Where it was last used; null: not known. */
    address: Generated<string | null>
    /** The browser that it began in. */
    browser_hash: Generated<string | null>
    /** When a code was last entered in it. */
    proved_at: Generated<number>
  }
  /** Browsers in which somebody has logged in; nobody else can use up what is kept for them. */
  known_browsers: {
    browser_hash: string
    customer_id: number
    /** Where that was. */
    address: string
    seen_at: number
  }
  sms_codes: {
    /** SHA-256 of the id of the browser that asked, hex. */
    browser_hash: string
    phone: string
    address: string
    /** HMAC of phone and code with the install's secret, hex. */
    code_hash: string
    expires_at: number
    tries: number
  }
  /** One row a sent code, for the caps; older than a day they are swept away. */
  sms_sends: {
    id: Generated<number>
    phone: string
    address: string
    /** The wider networks of an IPv6 address. */
    net_48: Generated<string | null>
    net_32: Generated<string | null>
    /** 1: where the phone has logged in before. */
    known: Generated<0 | 1>
    /** The puzzle that was solved for it; null: none was asked for. */
    puzzle: Generated<string | null>
    sent_at: number
  }
}
