/** What a side has read of a conversation, and what not. */
import type { ExpressionBuilder } from 'kysely'
import type { Database, Tables } from '../db/schema.ts'
import type { Side } from '../db/tables/chat.ts'
import { otherSide, readColumn } from './party.ts'

/** Marks read up to `seq`. Lower than before, or more than there are: nothing changes. */
export async function markRead(db: Database, id: number, side: Side, seq: number): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ [readColumn(side)]: seq })
    .where('id', '=', id)
    .where(readColumn(side), '<', seq)
    .where('last_seq', '>=', seq)
    .execute()
}

/** In a query of conversations: how many messages of the other side a side has not read. */
export function countUnread(row: ExpressionBuilder<Tables, 'conversations'>, side: Side) {
  return selectUnread(row, side).select((message) => message.fn.countAll<number>().as('count'))
}

/** Those messages themselves. */
export function selectUnread(row: ExpressionBuilder<Tables, 'conversations'>, side: Side) {
  return row
    .selectFrom('chat_messages as unread')
    .whereRef('unread.conversation_id', '=', 'conversations.id')
    .whereRef('unread.seq', '>', `conversations.${readColumn(side)}`)
    .where('unread.side', '=', otherSide(side))
}

/** What a company has not read, in the topics of all its orders. */
export async function countUnreadInTopics(db: Database, companyId: number): Promise<number> {
  const { count } = await db
    .selectFrom('conversations')
    .innerJoin('chat_messages', 'chat_messages.conversation_id', 'conversations.id')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('conversations.company_id', '=', companyId)
    .where('conversations.kind', '=', 'advisory')
    .where('chat_messages.side', '=', 'operator')
    .whereRef('chat_messages.seq', '>', 'conversations.company_read_seq')
    .executeTakeFirstOrThrow()
  return count
}
