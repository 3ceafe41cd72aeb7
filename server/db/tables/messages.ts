import type { Generated } from 'kysely'
import type { MESSAGE_TOPICS } from '../../../src/lib/contract/account/message.ts'
import type { NewsKind, Way } from '../../../src/lib/contract/account/ways.ts'

export interface MessageTables {
  messages: {
    id: Generated<number>
    company_id: number
    customer_id: number | null
    message: string
    category: 'policy' | 'application'
    platform_policy_id: number | null
    application_id: number | null
    topic: Generated<'deadline' | 'change' | 'match' | null>
    status: 0 | 1
    created_at: number
    saved_search_id: Generated<number | null>
    /** Time at which notices by other ways were planned; null before. */
    ways_at: Generated<number | null>
    page: Generated<string | null>
  }
  reminder_settings: {
    company_id: number
    changes: 0 | 1
    matches: 0 | 1
    /** JSON of `Lead`s: how many days before a closing day it is reminded. */
    leads: string
  }
  told_ways: { customer_id: number; kind: NewsKind; way: Way }
  contacts: {
    customer_id: number
    way: 'mail' | 'wechat'
    address: string
    /** HMAC of the code that proves a mail address; null without an open one. */
    code_hash: Generated<string | null>
    code_until: Generated<number>
    tries: Generated<number>
    asked_at: Generated<number>
    asks: Generated<number>
    verified_at: number | null
    /** Codes of the refusals since the last message that was taken, such as `550 550`. */
    refused: Generated<string | null>
  }
  notices: {
    id: Generated<number>
    customer_id: number
    way: Way
    kind: NewsKind
    message_id: number | null
    conversation_id: number | null
    created_at: number
    state: Generated<'waiting' | 'sending' | 'sent' | 'refused' | 'dropped'>
    tried_at: Generated<number | null>
    outcome: Generated<string | null>
  }
  told: {
    company_id: number
    customer_id: Generated<number | null>
    topic: (typeof MESSAGE_TOPICS)[number]
    /** `policy-11`; `item-23` of a match, and of a document that belongs to no policy. */
    subject: string
    /** The closing day (YYYY-MM-DD), or `built_at` of the build that brought it; empty: it happens once. */
    occasion: string
    lead_days: Generated<number>
    told_at: number
  }
  /** The state of each document in the last build, for finding new and changed ones. */
  known_documents: {
    kind: 'original' | 'item' | 'news'
    page_id: number
    policy_id: number | null
    title: string
    window: string | null
    amount: string | null
    /** Hash of the text; null if the build gave none. */
    text: string | null
  }
  document_news: {
    id: Generated<number>
    kind: 'item' | 'original' | 'news'
    page_id: number
    /** The subject's policy, `policy-11`, or the document itself, if it has none: `item-23`. */
    subject: string
    built_at: number
    /** The change; null for a new document. */
    words: string | null
    created_at: number
  }
  saved_searches: {
    id: Generated<number>
    customer_id: number
    condition: string
    rhythm: 'at_once' | 'daily' | 'weekly'
    muted: Generated<0 | 1>
    /** The newest of `document_news` that has been checked for it. */
    seen_news: number
    created_at: number
  }
}
