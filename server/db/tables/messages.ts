/** Messages of the bell, reminder settings, and the record of automatic messages. */
import type { Generated } from 'kysely'
import type { NewsKind, Way } from '../../../src/lib/contract/account/ways.ts'

export interface MessageTables {
  messages: {
    id: Generated<number>
    company_id: number
    /** Null for all people of the company. */
    customer_id: number | null
    message: string
    category: 'policy' | 'application'
    platform_policy_id: number | null
    application_id: number | null
    /** Topic of an automatic message; null for others. */
    topic: Generated<'deadline' | 'change' | 'match' | null>
    status: 0 | 1
    created_at: number
    /** The saved search of a message, while it exists. */
    saved_search_id: Generated<number | null>
    /** When notices by other ways were planned; null if not yet. */
    ways_at: Generated<number | null>
    /** The linked page, unless the subject determines it. */
    page: Generated<string | null>
  }
  /** Companies with settings of their own; without a row the defaults hold. */
  reminder_settings: {
    company_id: number
    /** 1: messages when a followed policy changes. */
    changes: 0 | 1
    /** 1: messages about new policies that match its answers. */
    matches: 0 | 1
  }
  /** Days before the closing day at which a company with settings of its own gets reminders. */
  reminder_leads: {
    company_id: number
    days: number
    /** A reminder that was due before then is not sent later. */
    since: number
  }
  /** The ways by which a person hears of each kind of news, besides the bell. */
  told_ways: { customer_id: number; kind: NewsKind; way: Way }
  mail_addresses: {
    customer_id: number
    address: string
    /** HMAC of the code that confirms it; null without an open code. */
    code_hash: string | null
    code_until: number
    tries: number
    /** Time of the last code, and number of codes on that day. */
    asked_at: number
    asks: number
    verified_at: number | null
    /** Codes with which its server has refused mails since the last accepted one, such as `550 550`. */
    refused: string | null
  }
  /** People reachable in WeChat. */
  wechat_people: { customer_id: number; openid: string; bound_at: number; refused: string | null }
  /** Notices to send by a way, and for a month the sent ones. */
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
    /** Reason of a failure; null when it was sent. */
    outcome: Generated<string | null>
  }
  /** Reminders that were sent. */
  policy_reminders: {
    company_id: number
    /** Page id of the original. */
    policy_id: number
    /** The window, by its closing day: YYYY-MM-DD. */
    closes: string
    lead_days: number
    sent_at: number
  }
  /** The state of each original and each item that companies last heard of, for finding changes. */
  policy_versions: {
    kind: 'original' | 'item'
    /** Page id. */
    page_id: number
    /** Page id of the original, if there is one. */
    policy_id: number | null
    title: string
    /** JSON of the window, of an item. */
    window: string | null
    /** The figure in words, of an item; empty: none. */
    amount: string | null
    /** Hash of the text; null if the build gave none. */
    text: string | null
  }
  /** Messages for the followers of a policy that a build has changed. */
  policy_changes: {
    id: Generated<number>
    policy_id: number
    /** `built_at` of the build, ms. */
    built_at: number
    message: string
    created_at: number
  }
  /** Companies that have heard of a change. */
  policy_change_notices: { change_id: number; company_id: number }
  /** Companies that have heard of a new matching item. */
  match_notices: { item_id: number; company_id: number; sent_at: number }
  /** News of a build. */
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
  /** Articles that the portal has had. */
  known_articles: { page_id: number; known_at: number }
  /** Conditions that people have saved for news. */
  saved_searches: {
    id: Generated<number>
    customer_id: number
    /** As `writeCondition` writes it. */
    condition: string
    rhythm: 'at_once' | 'daily' | 'weekly'
    /** 1: kept, but without messages. */
    muted: Generated<0 | 1>
    /** The newest of `document_news` that has been checked for it. */
    seen_news: number
    created_at: number
  }
  /** People who have heard of a policy, for each build. */
  saved_search_notices: { customer_id: number; subject: string; built_at: number; sent_at: number }
}
