/** Merges two topics of one order: the messages of both, in order of time. */
import { sql } from 'kysely'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Database } from '../db/schema.ts'
import type { Side } from '../db/tables/chat.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { noteDeskEvent, type Operator, operatorIds } from '../operators/handovers.ts'
import { otherSide, readColumn } from './messages.ts'
import { operatorCard } from './operators.ts'

/** Above every number of a message, so that no two are the same during the change. */
const BEYOND = 1_000_000_000_000

/**
 * A message sent to `fromId` meanwhile is either moved, or sent to the other topic: the sender locks the row, and follows the
 * merge (send.ts). Messages keep their ids, which give their order.
 * @throws Refusal 409 unless they are two topics of one order, both open and not merged
 */
export async function mergeTopics(
  { db, now }: Pick<Services, 'db' | 'now'>,
  operator: Operator,
  intoId: number,
  fromId: number,
): Promise<void> {
  const admin = (await operatorCard(db, operator.id))?.name ?? operator.name
  await db.transaction().execute(async (transaction) => {
    const nowMs = now()
    const [into, from] = await lockBoth(transaction, intoId, fromId)
    const read = {
      company: await firstUnread(transaction, [into, from], 'company'),
      operator: await firstUnread(transaction, [into, from], 'operator'),
    }
    await moveMessages(transaction, into, from)
    const total = into.last_seq + from.last_seq
    await transaction
      .insertInto('chat_messages')
      .values({
        conversation_id: into.id,
        seq: total + 1,
        side: 'operator',
        sender_id: operator.id,
        admin,
        type: 0,
        detail: `我们把话题“${from.title}”并到了这里，两处的消息已按时间排在一起。请在这里继续。`,
        object_id: null,
        size: null,
        client_id: `merge-${from.id}`,
        created_at: nowMs,
      })
      .execute()
    await leaveEmpty(transaction, into.id, from.id)
    const seqBefore = (id: number | null) => (id === null ? total : countBefore(transaction, into.id, id))
    const operators = (await operatorIds(transaction).execute()).map(({ id }) => id)
    const isCaredFor = into.assigned_to !== null && operators.includes(into.assigned_to)
    await transaction
      .updateTable('conversations')
      .set({
        last_seq: total + 1,
        last_at: nowMs,
        company_read_seq: await seqBefore(read.company),
        operator_read_seq: await seqBefore(read.operator),
        waiting_since: earlier(into.waiting_since, from.waiting_since),
        snoozed_until: null,
        assigned_to: isCaredFor ? into.assigned_to : (from.assigned_to ?? into.assigned_to),
        merged_at: nowMs,
      })
      .where('id', '=', into.id)
      .execute()
    await moveRest(transaction, into.id, from.id)
    const subject = { company_id: into.company_id, conversation_id: into.id, order_id: null }
    await noteDeskEvent(
      transaction,
      subject,
      operator,
      { kind: 'merged', note: `并入话题“${from.title}”` },
      nowMs,
    )
  })
}

/** In the order of their ids, so that two parallel merges do not deadlock. */
async function lockBoth(transaction: Database, intoId: number, fromId: number) {
  const [lower, higher] = [Math.min(intoId, fromId), Math.max(intoId, fromId)]
  const first = await lockTopic(transaction, lower)
  const second = lower === higher ? undefined : await lockTopic(transaction, higher)
  const [into, from] = intoId === lower ? [first, second] : [second, first]
  if (!into || !from) throw new Refusal(CODES.conflict, '这两个话题刚刚有变化，请刷新后再试')
  if (into.order_id === null || into.order_id !== from.order_id) {
    throw new Refusal(CODES.conflict, '只能合并同一份申请的话题')
  }
  if (into.closed) throw new Refusal(CODES.conflict, '要并入的话题已关闭，请先重新开启')
  return [into, from] as const
}

function lockTopic(transaction: Database, id: number) {
  return transaction
    .updateTable('conversations')
    .set((row) => ({ last_seq: row.ref('last_seq') }))
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

type Topic = NonNullable<Awaited<ReturnType<typeof lockTopic>>>

/**
 * Returns the earliest message of both that a side has not read, so that no unread message counts as read. Null when all are
 * read.
 */
async function firstUnread(
  transaction: Database,
  topics: readonly Topic[],
  side: Side,
): Promise<number | null> {
  const { first } = await transaction
    .selectFrom('chat_messages')
    .select((row) => row.fn.min('id').as('first'))
    .where('side', '=', otherSide(side))
    .where((row) =>
      row.or(
        topics.map((topic) =>
          row.and([row('conversation_id', '=', topic.id), row('seq', '>', topic[readColumn(side)])]),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return first
}

async function countBefore(transaction: Database, topicId: number, messageId: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('chat_messages')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('conversation_id', '=', topicId)
    .where('id', '<', messageId)
    .executeTakeFirstOrThrow()
  return count
}

async function moveMessages(transaction: Database, into: Topic, from: Topic): Promise<void> {
  // Equal client ids in the two topics still mean two messages.
  await sql`update chat_messages set client_id = 'merged-' || cast(id as text)
    where conversation_id = ${from.id} and exists (select 1 from chat_messages as there
      where there.conversation_id = ${into.id} and there.sender_id = chat_messages.sender_id
        and there.client_id = chat_messages.client_id)`.execute(transaction)
  await transaction
    .updateTable('chat_messages')
    .set((row) => ({ origin: row.fn.coalesce('origin', row.val(from.title)) }))
    .where('conversation_id', '=', from.id)
    .execute()
  await transaction
    .updateTable('chat_messages')
    .set((row) => ({ seq: row('seq', '+', BEYOND) }))
    .where('conversation_id', 'in', [into.id, from.id])
    .execute()
  await sql`update chat_messages set conversation_id = ${into.id}, seq = numbered.place
    from (select id, row_number() over (order by id) as place from chat_messages
      where conversation_id in (${into.id}, ${from.id})) as numbered
    where chat_messages.id = numbered.id`.execute(transaction)
}

/** Links to it, and to topics merged into it before, then lead to the other one. */
async function leaveEmpty(transaction: Database, intoId: number, fromId: number): Promise<void> {
  await transaction
    .updateTable('conversations')
    .set({
      merged_into: intoId,
      closed: 1,
      last_seq: 0,
      last_at: null,
      company_read_seq: 0,
      operator_read_seq: 0,
      waiting_since: null,
      snoozed_until: null,
    })
    .where('id', '=', fromId)
    .execute()
  await transaction
    .updateTable('conversations')
    .set({ merged_into: intoId })
    .where('merged_into', '=', fromId)
    .execute()
}

async function moveRest(transaction: Database, intoId: number, fromId: number): Promise<void> {
  const there = transaction.selectFrom('desk_tags').select('name').where('conversation_id', '=', intoId)
  await transaction
    .deleteFrom('desk_tags')
    .where('conversation_id', '=', fromId)
    .where('name', 'in', there)
    .execute()
  for (const table of ['chat_files', 'desk_tags', 'desk_events'] as const) {
    await transaction
      .updateTable(table)
      .set({ conversation_id: intoId })
      .where('conversation_id', '=', fromId)
      .execute()
  }
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}

/** Returns the conversation of an id: itself, or the one into which it was merged. */
export async function leadsTo(db: Database, id: number): Promise<number> {
  const row = await db
    .selectFrom('conversations')
    .select(['merged_into', 'company_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.merged_into ?? id
}
