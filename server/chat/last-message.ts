/** Lists of conversations, each with its last message. */
import type { SelectQueryBuilder } from 'kysely'
import type { InferOutput } from 'valibot'
import { CHAT_OTHER, CHAT_OWN } from '../../src/lib/contract/chat/chat-message.ts'
import type { lastMessage } from '../../src/lib/contract/chat/chatting.ts'
import { toTimestamp } from '../db/page.ts'
import type { Tables } from '../db/schema.ts'
import type { Side } from '../db/tables/chat.ts'

/** Those of the conversations in which something was said. */
export function withLastMessage(conversations: SelectQueryBuilder<Tables, 'conversations', object>) {
  return conversations
    .innerJoin('chat_messages as last', (join) =>
      join
        .onRef('last.conversation_id', '=', 'conversations.id')
        .onRef('last.seq', '=', 'conversations.last_seq'),
    )
    .select(['last.side', 'last.admin', 'last.type', 'last.detail', 'last.created_at as said_at'])
}

type Row = Awaited<ReturnType<ReturnType<typeof withLastMessage>['execute']>>[number]

export function toLast(row: Row, side: Side): InferOutput<typeof lastMessage> {
  return {
    type: row.type,
    detail: row.detail,
    source: row.side === side ? CHAT_OWN : CHAT_OTHER,
    admin: row.admin,
    gmt_create: toTimestamp(row.said_at),
  }
}
