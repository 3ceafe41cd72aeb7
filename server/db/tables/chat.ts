/** Expert chat and the consultations of orders. */
import type { ColumnType, Generated } from 'kysely'
import type { LockedObjectId, ObjectIdColumn } from './storage.ts'

/** Who speaks: the company's people, or the portal's operators. */
export type Side = 'company' | 'operator'

export interface ChatTables {
  /** A company's chat with the portal's experts, or one topic of an order's consultation. */
  conversations: {
    id: Generated<number>
    company_id: number
    kind: 'chat' | 'advisory'
    /** The order of a topic, and the topic's place among those of the order, from 1; null: this is the chat. */
    order_id: number | null
    topic_no: number | null
    /** Title of a topic; of a chat what the person came with, or empty. */
    title: string
    /** The policy that the person came from: page id of the original. */
    policy_id: number | null
    /** When the company's people said what their chat is about; null: never, or this is a topic of an order. */
    topic_at: ColumnType<number | null, number | null | undefined>
    /** The operator who takes care of it. */
    assigned_to: number | null
    closed: Generated<0 | 1>
    /** `seq` of the last message; 0: none yet. */
    last_seq: Generated<number>
    last_at: number | null
    /** Up to which message each side has read. */
    company_read_seq: Generated<number>
    operator_read_seq: Generated<number>
    /** Since when the company waits for an answer; null: it does not. */
    waiting_since: number | null
    /** Until then it is not shown among those that wait; null, or past: it is. */
    snoozed_until: Generated<number | null>
    created_at: number
  }
  /** A view (migrations/0001.sql) of what operators see: topics of a draft are its company's alone. */
  operator_conversations: ChatTables['conversations']
  chat_messages: {
    id: Generated<number>
    conversation_id: number
    /** From 1, without gaps, in the order of the commits. */
    seq: number
    side: Side
    sender_id: number
    /** The operator's name as it was then; null for the company's people. */
    admin: string | null
    type: 0 | 1 | 2
    /** Text, or JSON with local_name and hash_name. */
    detail: string
    object_id: ColumnType<number | null, LockedObjectId | null, never>
    size: number | null
    /** Made up by the sender's browser: the same one twice is one message. */
    client_id: string
    created_at: number
  }
  /** What operators did with a conversation or an order among themselves. Nothing of it is the company's to see. */
  desk_events: {
    id: Generated<number>
    company_id: number
    conversation_id: number | null
    order_id: number | null
    at: number
    kind: 'assigned' | 'snoozed' | 'woken'
    actor_id: number | null
    actor: string
    /** To whom it was handed. */
    to_id: number | null
    to_name: string | null
    note: string
    /** Until when it was put off. */
    until: number | null
    /** When the one to whom it was handed has seen it. */
    seen_at: number | null
  }
  /** Files that the two sides lay beside the chat, or attach to an order's consultation. */
  chat_files: {
    id: Generated<number>
    kind: 'chat_file' | 'advisory_attachment'
    /** The customers' company, whoever laid it there. */
    company_id: number
    side: Side
    sender_id: number
    admin: string | null
    order_id: number | null
    /** The topic that an attachment belongs to, if any. */
    conversation_id: number | null
    object_id: ObjectIdColumn
    local_name: string
    remark: string
    created_at: number
    updated_at: number
  }
  /** What a company has sent in the current minute. */
  chat_sends: {
    company_id: number
    /** Minutes since 1970. */
    minute: number
    sends: number
  }
  /** What customers say of conversations that have ended. */
  ratings: {
    id: Generated<number>
    conversation_id: number
    company_id: number
    customer_id: number | null
    /** The last message that it is about. */
    seq: number
    /** Null: the customer would rather not say. */
    grade: 1 | 2 | 3 | null
    note: string
    /** Who had the conversation then. */
    operator_id: number | null
    created_at: number
  }
}
