/** What the bell tells companies, what it is to remind them of, and what it has told them. */
import type { Generated } from 'kysely'
import type { NewsKind, Way } from '../../../src/lib/contract/account/ways.ts'

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
    /** Of a message for a saved condition, while that is there. */
    saved_search_id: Generated<number | null>
    /** When it was seen to who is told of it by other ways; null: not yet. */
    ways_at: Generated<number | null>
    /** The page that it leads to, where that is not said by what it is about. */
    page: Generated<string | null>
  }
  /** Companies that have chosen for themselves; without a row everything is as by default. */
  reminder_settings: {
    company_id: number
    /** 1: told when a followed policy changes. */
    changes: 0 | 1
    /** 1: told of new policies that match its answers. */
    matches: 0 | 1
  }
  /** How many days before the closing day a company with settings of its own is reminded. */
  reminder_leads: {
    company_id: number
    days: number
    /** A reminder that was due before is not made up for. */
    since: number
  }
  /** By which ways beside the bell a person is told of which kind of news. */
  told_ways: { customer_id: number; kind: NewsKind; way: Way }
  mail_addresses: {
    customer_id: number
    address: string
    /** HMAC of the code that is to prove it; null: none is open. */
    code_hash: string | null
    code_until: number
    tries: number
    /** When a code was sent last, and how many on that day. */
    asked_at: number
    asks: number
    verified_at: number | null
    /** Codes with which its server has refused mails since the last that it took, such as `550 550`. */
    refused: string | null
  }
  /** Who can be told in WeChat. */
  wechat_people: { customer_id: number; openid: string; bound_at: number; refused: string | null }
  /** What is to go out by a way, and for a month what did. */
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
    /** Why not; null: it went out. */
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
  /** What the companies were last told about each original and each item, to see what has changed. */
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
    /** Hash of the text; null: the build did not tell. */
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
  /** Who was told of a change. */
  policy_change_notices: { change_id: number; company_id: number }
  /** Who was told that an item is new and matches. */
  match_notices: { item_id: number; company_id: number; sent_at: number }
  /** What a build has brought or changed. */
  document_news: {
    id: Generated<number>
    kind: 'item' | 'original' | 'news'
    page_id: number
    /** The policy that it is about: `policy-11`, or the document itself, where it belongs to none: `item-23`. */
    subject: string
    built_at: number
    /** What has changed; null: it is new. */
    words: string | null
    created_at: number
  }
  /** Articles that the portal has had. */
  known_articles: { page_id: number; known_at: number }
  /** Conditions that people have saved to be told of what is new. */
  saved_searches: {
    id: Generated<number>
    customer_id: number
    /** As `writeCondition` writes it. */
    condition: string
    rhythm: 'at_once' | 'daily' | 'weekly'
    /** 1: kept, but without messages. */
    muted: Generated<0 | 1>
    /** The newest of `document_news` that has been looked at for it. */
    seen_news: number
    created_at: number
  }
  /** Whom the portal has told of which policy, for which build. */
  saved_search_notices: { customer_id: number; subject: string; built_at: number; sent_at: number }
}
