/** Companies with their profiles, people, sessions, verification codes, invitations, and the end of a company. */
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
    /** When the second factor was last entered in it; 0: never. */
    factor_at: Generated<number>
    /** The secret of one that is being set up in it, sealed. */
    new_secret: Generated<string | null>
  }
  operators: {
    id: Generated<number>
    phone: string
    /** 1: named by the setting. */
    from_setting: 0 | 1
    added_at: number
    /** Customer; null: the setting, or somebody who is gone. */
    added_by: number | null
    /** Since then the phone is none, whatever the setting says. */
    withdrawn_at: Generated<number | null>
    /** Of the second factor, sealed; null: there is none. */
    secret: Generated<string | null>
    /** The newest step of time whose code was used. */
    used_step: Generated<number>
    /** Wrong codes in a row, and when the last was tried. */
    tries: Generated<number>
    tried_at: Generated<number>
  }
  /** Those that are left. */
  recovery_codes: { operator_id: number; number: number; hash: string }
  /** A view: the people who are operators now. */
  operator_people: { id: number; name: string; phone: string }
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
    /** 1: at an address where the phone has logged in before; 2: in such a browser. */
    known: Generated<0 | 1 | 2>
    /** The puzzle that was solved for it; null: none was asked for. */
    puzzle: Generated<string | null>
    sent_at: number
  }
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
