/** What the bell tells companies, what it is to remind them of, and what it has told them. */
import type { Generated } from 'kysely'
import type { MESSAGE_TOPICS } from '../../../src/lib/contract/account/message.ts'
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
    /** JSON of `Lead`s: how many days before a closing day it is reminded. */
    leads: string
  }
  /** By which ways beside the bell a person is told of which kind of news. */
  told_ways: { customer_id: number; kind: NewsKind; way: Way }
  /** Where a person is told: a mail address, or the id that WeChat has given. */
  contacts: {
    customer_id: number
    way: 'mail' | 'wechat'
    address: string
    /** HMAC of the code that is to prove a mail address; null: none is open. */
    code_hash: Generated<string | null>
    code_until: Generated<number>
    tries: Generated<number>
    /** When a code was sent last, and how many on that day. */
    asked_at: Generated<number>
    asks: Generated<number>
    verified_at: number | null
    /** Codes of the refusals since the last message that was taken, such as `550 550`. */
    refused: Generated<string | null>
  }
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
  /** Of what the portal has told whom by itself, so that it tells it once. */
  told: {
    company_id: number
    /** Null: everybody of the company. */
    customer_id: Generated<number | null>
    topic: (typeof MESSAGE_TOPICS)[number]
    /** `policy-11`; `item-23` of a match, and of a document that belongs to no policy. */
    subject: string
    /** The closing day (YYYY-MM-DD), or `built_at` of the build that brought it; empty: it happens once. */
    occasion: string
    /** Of a reminder. */
    lead_days: Generated<number>
    told_at: number
  }
  /** What the portal has had, as the builds said it: to see what is new and what has changed. */
  known_documents: {
    kind: 'original' | 'item' | 'news'
    /** Page id. */
    page_id: number
    /** Page id of the original, if there is one. */
    policy_id: number | null
    title: string
    /** JSON of the window, of an item. */
    window: string | null
    /** JSON of the figure, of an item. */
    amount: string | null
    /** Hash of the text; null: the build did not tell. */
    text: string | null
  }
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
}
