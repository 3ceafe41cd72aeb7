import type { ColumnType, Generated } from 'kysely'
import type { LockedObjectId, ObjectIdColumn } from './storage.ts'

export type Side = 'company' | 'operator'

export interface ChatTables {
  conversations: {
    id: Generated<number>
    company_id: number
    kind: 'chat' | 'advisory'
    /** The topic's order, and its number in the order, from 1; null for the chat. */
    order_id: number | null
    topic_no: number | null
    title: string
    policy_id: number | null
    /** Time at which the company last set the chat's subject; null for never, and for topics of an order. */
    topic_at: ColumnType<number | null, number | null | undefined>
    assigned_to: number | null
    closed: Generated<0 | 1>
    /** `seq` of the last message; 0 for none. */
    last_seq: Generated<number>
    last_at: number | null
    company_read_seq: Generated<number>
    operator_read_seq: Generated<number>
    waiting_since: number | null
    snoozed_until: Generated<number | null>
    created_at: number
  }
  /** A view (migrations/0001.sql) for operators: topics of a draft belong to the company alone. */
  operator_conversations: ChatTables['conversations']
  chat_messages: {
    id: Generated<number>
    conversation_id: number
    seq: number
    side: Side
    sender_id: number
    admin: string | null
    type: 0 | 1 | 2
    detail: string
    object_id: ColumnType<number | null, LockedObjectId | null, never>
    size: number | null
    /** Made by the sender's browser: sent twice it is one message. */
    client_id: string
    created_at: number
  }
  /** Operators' internal actions on a conversation or an order. The company must not see them. */
  desk_events: {
    id: Generated<number>
    company_id: number
    conversation_id: number | null
    order_id: number | null
    at: number
    kind: 'assigned' | 'snoozed' | 'woken'
    actor_id: number | null
    actor: string
    /** Recipient of a hand-over. */
    to_id: number | null
    to_name: string | null
    note: string
    until: number | null
    seen_at: number | null
  }
  /** Files that the two sides lay beside the chat, or attach to an order's consultation. */
  chat_files: {
    id: Generated<number>
    kind: 'chat_file' | 'advisory_attachment'
    company_id: number
    side: Side
    sender_id: number
    admin: string | null
    order_id: number | null
    conversation_id: number | null
    object_id: ObjectIdColumn
    local_name: string
    remark: string
    created_at: number
    updated_at: number
  }
  chat_sends: {
    company_id: number
    minute: number
    sends: number
  }
  ratings: {
    id: Generated<number>
    conversation_id: number
    company_id: number
    customer_id: number | null
    seq: number
    grade: 1 | 2 | 3 | null
    note: string
    /** The conversation's operator at that time. */
    operator_id: number | null
    created_at: number
  }
}
