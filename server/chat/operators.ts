import { sql } from 'kysely'
import type { AnswerOf } from '../../src/lib/contract/call.ts'
import type { Conversation } from '../../src/lib/contract/chat/chat.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { type getOperatorConversation, SNOOZE_DAYS } from '../../src/lib/contract/operator/conversation.ts'
import { endOf } from '../../src/lib/rules/time/application-window.ts'
import { formatDate } from '../../src/lib/rules/time/dates.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { findReceiver, type HandOver, noteDeskEvent, type Operator } from '../operators/handovers.ts'
import type { Party } from './messages.ts'

type Needed = Pick<Services, 'db' | 'now'>

interface Talk {
  id: number
  company_id: number
}

function subjectOf({ id, company_id }: Talk) {
  return { company_id, conversation_id: id, order_id: null }
}

/** Hands a conversation over; for a colleague it waits. @throws Refusal 400 unless to an operator, 409 when `from` has lost it */
export async function assign(
  { db, now }: Needed,
  operator: Operator,
  talk: Talk,
  { operator_id, from, note }: HandOver,
): Promise<void> {
  const receiver = await findReceiver(db, operator_id)
  const isForColleague = receiver !== null && receiver.id !== operator.id
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('conversations')
      .set({
        assigned_to: operator_id,
        ...(isForColleague && { waiting_since: sql`coalesce(waiting_since, ${now()})`, snoozed_until: null }),
      })
      .where('id', '=', talk.id)
      .where('assigned_to', 'is not distinct from', from)
      .returning('id')
      .executeTakeFirstOrThrow(() => new Refusal(CODES.conflict, '这个咨询的负责人刚刚有变化，请刷新后再试'))
    const told = { kind: 'assigned', to_id: operator_id, to_name: receiver?.name ?? null, note } as const
    await noteDeskEvent(transaction, subjectOf(talk), operator, told, now())
  })
}

/**
 * Puts a waiting conversation off, up to message `seq`; `until` null ends that.
 * @throws Refusal 400 for a past or distant time, 409 when the company does not wait, or has written more
 */
export async function snooze(
  { db, now }: Needed,
  operator: Operator,
  talk: Talk,
  { until, seq }: { until: number | null; seq: number },
): Promise<void> {
  const nowMs = now()
  if (until !== null && (until <= nowMs || until > nowMs + SNOOZE_DAYS * DAY_MS)) {
    throw new Refusal(CODES.invalid, `请选择现在之后、${SNOOZE_DAYS} 天以内的时间`)
  }
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('conversations')
      .set({ snoozed_until: until })
      .where('id', '=', talk.id)
      .where('waiting_since', 'is not', null)
      .where('last_seq', '<=', seq)
      .returning('id')
      .executeTakeFirstOrThrow(() => new Refusal(CODES.conflict, '这个咨询刚刚有变化，请看过后再处理'))
    const kind = until === null ? 'woken' : 'snoozed'
    await noteDeskEvent(transaction, subjectOf(talk), operator, { kind, until }, nowMs)
  })
}

export async function endWaiting(db: Database, conversationId: number, seq: number): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ waiting_since: null, snoozed_until: null })
    .where('id', '=', conversationId)
    .where((row) => row.or([row('last_seq', '<=', seq), row('waiting_since', 'is', null)]))
    .returning('id')
    .executeTakeFirstOrThrow(() => new Refusal(CODES.conflict, '企业刚刚又发来了消息，请看过后再处理'))
}

export async function replyFieldsOf(
  { db, catalogue }: Pick<Services, 'db' | 'catalogue'>,
  operator: Operator,
  talk: Talk & { order_id: number | null; policy_id: number | null },
): Promise<AnswerOf<typeof getOperatorConversation>['data']['reply_fields']> {
  const company = await db
    .selectFrom('companies')
    .leftJoin('company_profiles', 'company_profiles.company_id', 'companies.id')
    .select(['companies.name', 'contact'])
    .where('companies.id', '=', talk.company_id)
    .executeTakeFirst()
  const order = await db
    .selectFrom('submitted_orders')
    .select(['item_id', 'platform_policy_id', 'receipt_no', 'title'])
    .where('id', '=', talk.order_id ?? 0)
    .executeTakeFirst()
  const policyId = talk.policy_id ?? order?.platform_policy_id ?? null
  const { items, policies } = await catalogue()
  const item = items.find(({ id, policy }) => id === order?.item_id || policy === policyId)
  const end = item && endOf(item.window)
  const card = await operatorCard(db, operator.id)
  return {
    企业名称: company?.name ?? null,
    联系人: company?.contact || null,
    政策名称: policies.find(({ id }) => id === policyId)?.title ?? order?.title ?? null,
    截止日期: end ? formatDate(end) : null,
    我的姓名: card?.name ?? operator.name,
    申请编号: order?.receipt_no ?? null,
  }
}

const TITLE = '政策顾问'

/** Returns an operator as customers see them: their entry among the experts, else their own name; null for none. */
export async function operatorCard(db: Database, id: number): Promise<Conversation['expert']> {
  const row = await db
    .selectFrom('customers')
    .leftJoin('experts', (join) =>
      join.onRef('experts.operator_id', '=', 'customers.id').on('experts.hidden', '=', 0),
    )
    .select(['customers.id', 'customers.name', 'experts.name as expert_name', 'experts.title'])
    .where('customers.id', '=', id)
    .orderBy('experts.id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return { id, name: row.expert_name ?? row.name, title: row.title ?? TITLE, avatar: null }
}

export async function adminName(db: Database, { side, person }: Party): Promise<string | null> {
  if (side === 'company') return null
  const card = await operatorCard(db, person.id)
  return card?.name ?? person.name
}
