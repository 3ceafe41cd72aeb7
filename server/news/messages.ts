/** The messages of a company's people. Foreign and missing look the same (behaviour B4.4). */
import type { ExpressionBuilder, Insertable } from 'kysely'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import {
  deleteMessage,
  listMessages,
  MESSAGE_READ,
  MESSAGE_UNREAD,
  MESSAGES_PER_PAGE,
  readMessage,
} from '../../src/lib/contract/account/message.ts'
import type { AnswerOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { inChunks, pageOfRows, toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'

type MessageRow = Insertable<Tables['messages']>
export type NewMessage = Partial<MessageRow> & Pick<MessageRow, 'company_id' | 'message' | 'category'>
type Reader = Pick<Customer, 'id' | 'company_id'>

export function sendMessage(db: Database, message: NewMessage, nowMs: number): Promise<void> {
  return sendMessages(db, [message], nowMs)
}

/** All messages must have the same columns. */
export async function sendMessages(
  db: Database,
  messages: readonly NewMessage[],
  nowMs: number,
): Promise<void> {
  const state = { status: MESSAGE_UNREAD, created_at: nowMs } as const
  for (const some of inChunks(messages)) {
    const rows = some.map((message) => ({ ...message, ...state }))
    await db.insertInto('messages').values(rows).execute()
  }
}

export async function pageOfMessages(
  db: Database,
  reader: Reader,
  { status, page }: { status?: 0 | 1 | undefined; page: number },
): Promise<AnswerOf<typeof listMessages>['result']> {
  let mine = db
    .selectFrom('messages')
    .select([
      'id',
      'message',
      'category',
      'platform_policy_id',
      'application_id',
      'topic',
      'saved_search_id',
      'page',
      'status',
      'created_at',
    ])
    .where(isFor(reader))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  if (status !== undefined) mine = mine.where('status', '=', status)
  return pageOfRows(
    mine,
    { page, perPage: MESSAGES_PER_PAGE },
    ({ created_at, saved_search_id, topic, ...row }) => ({
      ...row,
      topic: saved_search_id === null ? topic : 'saved',
      gmt_create: toTimestamp(created_at),
    }),
  )
}

export async function removeMessage(db: Database, reader: Reader, id: number): Promise<void> {
  await db
    .deleteFrom('messages')
    .where(isFor(reader))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow(noMessage)
}

async function markRead(db: Database, reader: Reader, id: number | 'all'): Promise<void> {
  const read = db.updateTable('messages').set({ status: MESSAGE_READ }).where(isFor(reader))
  if (id === 'all') await read.where('status', '=', MESSAGE_UNREAD).execute()
  else await read.where('id', '=', id).returning('id').executeTakeFirstOrThrow(noMessage)
}

export function findMessage(db: Database, reader: Reader, id: number) {
  return db
    .selectFrom('messages')
    .select(['topic', 'platform_policy_id', 'saved_search_id'])
    .where(isFor(reader))
    .where('id', '=', id)
    .executeTakeFirstOrThrow(noMessage)
}

function isFor(reader: Reader) {
  return (row: ExpressionBuilder<Tables, 'messages'>) =>
    row.and([
      row('company_id', '=', reader.company_id),
      row.or([row('customer_id', 'is', null), row('customer_id', '=', reader.id)]),
    ])
}

export const messageRoutes: Mount[] = [
  route(listMessages, async ({ query, session, services }) => ({
    result: await pageOfMessages(services.db, session.customer, query),
  })),

  route(deleteMessage, async ({ params, session, services }) => {
    await removeMessage(services.db, session.customer, params.id)
    return {}
  }),

  route(readMessage, async ({ params, session, services }) => {
    await markRead(services.db, session.customer, params.id)
    return {}
  }),
]

function noMessage(): Refusal {
  return new Refusal(CODES.none, '没有找到这条消息，它可能已被删除')
}
