import type { ExpressionBuilder, Selectable, SelectQueryBuilder } from 'kysely'
import type { InferOutput } from 'valibot'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import {
  CHAT_OTHER,
  CHAT_OWN,
  CHAT_PAGE_SIZE,
  type ChatMessage,
  type MessagesQuery,
} from '../../src/lib/contract/chat/chat-message.ts'
import type { lastMessage } from '../../src/lib/contract/chat/chatting.ts'
import { countRows, type Page, toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import type { Side } from '../db/tables/chat.ts'
import { type Scan, shownScan } from '../storage/scan-objects.ts'

export interface Party {
  side: Side
  person: Pick<Customer, 'id' | 'name' | 'company_id'>
}

export function otherSide(side: Side): Side {
  return side === 'company' ? 'operator' : 'company'
}

export function readColumn(side: Side): 'company_read_seq' | 'operator_read_seq' {
  return `${side}_read_seq`
}

const COLUMNS = ['id', 'seq', 'side', 'admin', 'type', 'detail', 'size', 'client_id', 'created_at'] as const

export function messageColumns(message: ExpressionBuilder<Tables, 'chat_messages'>) {
  return [
    ...COLUMNS.map((column) => `chat_messages.${column}` as const),
    message
      .selectFrom('stored_objects')
      .select('stored_objects.scan')
      .whereRef('stored_objects.id', '=', 'chat_messages.object_id')
      .as('scan'),
  ]
}

type MessageRow = Pick<Selectable<Tables['chat_messages']>, (typeof COLUMNS)[number]> & { scan: Scan | null }

/** `conversation` has the last `seq`, so a poll without news needs no query: `seq` has no gaps and follows the commits. */
export async function readMessages(
  db: Database,
  conversation: { id: number; last_seq: number } | undefined,
  side: Side,
  { page, per_page, after }: MessagesQuery,
): Promise<Page<ChatMessage>> {
  const total = conversation?.last_seq ?? 0
  const select = async (range: { after: number; upTo: number }) => {
    if (!conversation || range.after >= range.upTo) return []
    const rows = await db
      .selectFrom('chat_messages')
      .select(messageColumns)
      .where('conversation_id', '=', conversation.id)
      .where('seq', '>', range.after)
      .where('seq', '<=', range.upTo)
      .orderBy('seq')
      .execute()
    return rows.map((row) => toMessage(row, side))
  }
  if (after !== undefined) {
    const items = await select({ after, upTo: Math.min(total, after + CHAT_PAGE_SIZE) })
    return { items, total: items.length, pages: Math.min(items.length, 1), page: 1 }
  }
  const upTo = total - (page - 1) * per_page
  const items = await select({ after: Math.max(0, upTo - per_page), upTo })
  return { items, total, pages: Math.ceil(total / per_page), page }
}

export function toMessage(row: MessageRow, side: Side): ChatMessage {
  const isOwn = row.side === side
  return {
    id: row.id,
    seq: row.seq,
    type: row.type,
    source: isOwn ? CHAT_OWN : CHAT_OTHER,
    detail: row.detail,
    size: row.size,
    ...shownScan(row.scan),
    gmt_create: toTimestamp(row.created_at),
    admin: row.admin,
    client_id: isOwn ? row.client_id : null,
  }
}

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

/** Marks messages up to `seq` as read. A lower value, or one above the last message, changes nothing. */
export async function markRead(db: Database, id: number, side: Side, seq: number): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ [readColumn(side)]: seq })
    .where('id', '=', id)
    .where(readColumn(side), '<', seq)
    .where('last_seq', '>=', seq)
    .execute()
}

/** In a query of conversations: the number of the other side's messages that a side has not read. */
export function countUnread(row: ExpressionBuilder<Tables, 'conversations'>, side: Side) {
  return selectUnread(row, side).select((message) => message.fn.countAll<number>().as('count'))
}

export function selectUnread(row: ExpressionBuilder<Tables, 'conversations'>, side: Side) {
  return row
    .selectFrom('chat_messages as unread')
    .whereRef('unread.conversation_id', '=', 'conversations.id')
    .whereRef('unread.seq', '>', `conversations.${readColumn(side)}`)
    .where('unread.side', '=', otherSide(side))
}

export function countUnreadInTopics(db: Database, companyId: number): Promise<number> {
  const unread = db
    .selectFrom('conversations')
    .innerJoin('chat_messages', 'chat_messages.conversation_id', 'conversations.id')
    .where('conversations.company_id', '=', companyId)
    .where('conversations.kind', '=', 'advisory')
    .where('chat_messages.side', '=', 'operator')
    .whereRef('chat_messages.seq', '>', 'conversations.company_read_seq')
  return countRows(unread)
}
