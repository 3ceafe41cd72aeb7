/** Two topics of one order become one: what was said in both, in one line of time. */
import { sql } from 'kysely'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Database } from '../db/schema.ts'
import type { Side } from '../db/tables/chat.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { noteDeskEvent, type Operator, operatorIds } from '../operators/handovers.ts'
import { otherSide, readColumn } from './messages.ts'
import { operatorCard } from './operators.ts'

/** Beyond every number that a message can have: while they change no two have the same. */
const BEYOND = 1_000_000_000_000

/**
 * Whatever is said in `fromId` while this goes on is either moved, or said in the other one: who sends locks the row, and
 * looks where it leads (send.ts). Messages keep their ids, by which they stand in the order in which they came.
 * @throws Refusal 409 for what are not two topics of one order, for one that is closed, or merged already
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

/** In the order of their ids, so that two who merge the same ones do not wait for each other. */
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

/** The first message that a side has not read, of both: nothing unread is taken for read. Null: all is read. */
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
  // A browser that names its messages alike in both topics sent two all the same.
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

/** Links to it, and to what was merged into it before, lead on from now on. */
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

/** Files beside it, tags, and what operators did with it. */
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

/** The conversation that an id leads to: itself, or the one into which it was merged. */
export async function leadsTo(db: Database, id: number): Promise<number> {
  const row = await db
    .selectFrom('conversations')
    .select(['merged_into', 'company_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.merged_into ?? id
}
