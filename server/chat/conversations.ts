import type { BodyOf } from '../../src/lib/contract/call.ts'
import type { Conversation, openConversation } from '../../src/lib/contract/chat/chat.ts'
import { CHATTING_PER_PAGE, type Consultation } from '../../src/lib/contract/chat/chatting.ts'
import { CHAT_GAP_MS } from '../../src/lib/rules/chat/chat-time.ts'
import { type Page, pageOfRows } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { countUnread, toLast, withLastMessage } from './messages.ts'
import { operatorCard } from './operators.ts'

export function findChat(db: Database, companyId: number) {
  return db
    .selectFrom('conversations')
    .select(['id', 'last_seq'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'chat')
    .executeTakeFirst()
}

/** Returns the id of the company's chat; of several parallel calls one opens it. */
export async function ensureChat(db: Database, companyId: number, nowMs: number): Promise<number> {
  await db
    .insertInto('conversations')
    .values({ company_id: companyId, kind: 'chat', title: '', created_at: nowMs })
    .onConflict((existing) => existing.doNothing())
    .execute()
  const { id } = await db
    .selectFrom('conversations')
    .select('id')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'chat')
    .executeTakeFirstOrThrow()
  return id
}

export async function openChat(
  db: Database,
  companyId: number,
  { topic, policy_id }: BodyOf<typeof openConversation>,
  nowMs: number,
): Promise<void> {
  const id = await ensureChat(db, companyId, nowMs)
  const chat = db.updateTable('conversations').where('id', '=', id)
  const isNew = topic !== undefined || policy_id !== undefined
  if (isNew) {
    const told = { title: topic ?? '', policy_id: policy_id ?? null, topic_at: nowMs }
    await chat.set(told).execute()
    return
  }
  await chat
    .set({ title: '', policy_id: null })
    .where('waiting_since', 'is', null)
    .where((row) => row(row.fn.coalesce('last_at', 'created_at'), '<', nowMs - CHAT_GAP_MS))
    .where((row) => row(row.fn.coalesce('topic_at', 'created_at'), '<', nowMs - CHAT_GAP_MS))
    .execute()
}

export async function showChat(db: Database, companyId: number): Promise<Conversation | null> {
  const row = await db
    .selectFrom('conversations')
    .leftJoin('operator_people as expert', 'expert.id', 'assigned_to')
    .select(['conversations.id', 'last_seq', 'company_read_seq', 'title', 'policy_id'])
    .select('expert.id as expert_id')
    .select((conversation) => countUnread(conversation, 'company').as('unread'))
    .where('conversations.company_id', '=', companyId)
    .where('kind', '=', 'chat')
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    expert: row.expert_id === null ? null : await operatorCard(db, row.expert_id),
    unread: row.unread ?? 0,
    last_seq: row.last_seq,
    read_seq: row.company_read_seq,
    topic: row.title,
    policy_id: row.policy_id,
  }
}

export function pageOfConsultations(
  db: Database,
  companyId: number,
  page: number,
): Promise<Page<Consultation>> {
  const recent = withLastMessage(db.selectFrom('conversations'))
    .leftJoin('orders', 'orders.id', 'conversations.order_id')
    .select(['conversations.id', 'conversations.kind', 'conversations.title', 'conversations.order_id'])
    .select('orders.title as order_title')
    .select((row) => countUnread(row, 'company').as('unread'))
    .where('conversations.company_id', '=', companyId)
    .orderBy('conversations.last_at', 'desc')
    .orderBy('conversations.id', 'desc')
  return pageOfRows(recent, { page, perPage: CHATTING_PER_PAGE }, (row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    advisory_id: row.order_id ?? 0,
    advisory_title: row.order_title,
    unread: row.unread ?? 0,
    last: toLast(row, 'company'),
  }))
}
