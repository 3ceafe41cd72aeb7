import type { BodyOf } from '../../src/lib/contract/call.ts'
import {
  type changeTopic,
  FIRST_TOPIC,
  TOPICS_LIMIT,
  type Topic,
} from '../../src/lib/contract/chat/advisory.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { countUnread, readColumn } from '../chat/messages.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import type { Side } from '../db/tables/chat.ts'
import { Refusal } from '../http/refusal.ts'
import { noTopic } from './access.ts'

interface Owner {
  orderId: number
  companyId: number
}

/** Returns all topics, oldest first; opens the first one if there is none. */
export async function listTopics(db: Database, owner: Owner, side: Side, nowMs: number): Promise<Topic[]> {
  const topics = await selectTopics(db, side).where('order_id', '=', owner.orderId).execute()
  if (topics.length > 0) return topics.map(toTopic)
  return [await addTopic(db, owner, { side, title: FIRST_TOPIC }, nowMs)]
}

/** Returns the empty open topic of this title, because a request may come twice. @throws Refusal 409 at `TOPICS_LIMIT` */
export async function addTopic(
  db: Database,
  owner: Owner,
  { side, title }: { side: Side; title: string },
  nowMs: number,
): Promise<Topic> {
  const id = await db.transaction().execute(async (transaction) => {
    await lockOrder(transaction, owner.orderId)
    return (
      (await findUnusedTopic(transaction, owner.orderId, title)) ??
      (await appendTopic(transaction, owner, title, nowMs))
    )
  })
  return findTopic(db, side, id)
}

async function lockOrder(transaction: Database, orderId: number): Promise<void> {
  await transaction
    .updateTable('orders')
    .set((row) => ({ revision: row.ref('revision') }))
    // Not missed by tests: locking all orders would only let more people wait.
    .where('id', '=', orderId)
    .execute()
}

async function findUnusedTopic(db: Database, orderId: number, title: string): Promise<number | undefined> {
  const unused = await db
    .selectFrom('conversations')
    .select('id')
    .where('order_id', '=', orderId)
    .where('title', '=', title)
    .where('closed', '=', 0)
    .where('last_seq', '=', 0)
    .executeTakeFirst()
  return unused?.id
}

async function appendTopic(
  db: Database,
  { orderId: order_id, companyId: company_id }: Owner,
  title: string,
  nowMs: number,
): Promise<number> {
  const { last } = await db
    .selectFrom('conversations')
    .select((row) => row.fn.max('topic_no').as('last'))
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow()
  const topic_no = (last ?? 0) + 1
  if (topic_no > TOPICS_LIMIT) throw new Refusal(CODES.conflict, `每份申请最多 ${TOPICS_LIMIT} 个话题`)
  const { id } = await db
    .insertInto('conversations')
    .values({ company_id, kind: 'advisory', order_id, topic_no, title, created_at: nowMs })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateTopic(
  db: Database,
  id: number,
  { title, closed }: Pick<BodyOf<typeof changeTopic>, 'title' | 'closed'>,
): Promise<void> {
  if (title === undefined && closed === undefined) return
  await db
    .updateTable('conversations')
    .set({
      ...(title !== undefined && { title }),
      ...(closed !== undefined && { closed: closed ? (1 as const) : (0 as const) }),
      ...(closed && { waiting_since: null }),
    })
    .where('id', '=', id)
    .execute()
}

export async function findTopic(db: Database, side: Side, id: number): Promise<Topic> {
  return toTopic(await selectTopics(db, side).where('id', '=', id).executeTakeFirstOrThrow(noTopic))
}

function selectTopics(db: Database, side: Side) {
  return db
    .selectFrom('conversations')
    .select(['id', 'order_id', 'title', 'closed', 'last_seq', 'last_at'])
    .select(`${readColumn(side)} as read_seq`)
    .select((row) => countUnread(row, side).as('unread'))
    .orderBy('topic_no')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectTopics>['execute']>>[number]

function toTopic(row: Row): Topic {
  return {
    id: row.id,
    advisory_id: row.order_id ?? 0,
    title: row.title,
    closed: row.closed === 1,
    unread: row.unread ?? 0,
    last_seq: row.last_seq,
    read_seq: row.read_seq,
    gmt_modified: row.last_at === null ? null : toTimestamp(row.last_at),
  }
}
