/** What companies have chosen to be told. */
import { sql } from 'kysely'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import {
  changeReminders,
  DEFAULT_LEAD_DAYS,
  muteMessage,
  mutePolicy,
  type ReminderSettings,
  readReminders,
} from '../../src/lib/contract/account/reminder.ts'
import type { AnswerOf, BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { findMessage } from '../messages/messages.ts'

type Person = Pick<Customer, 'id' | 'company_id'>
type Settings = ReminderSettings

export async function readSettings(db: Database, { company_id }: Person): Promise<Settings> {
  const own = await db
    .selectFrom('reminder_settings')
    .select(['changes', 'matches'])
    .where('company_id', '=', company_id)
    .executeTakeFirst()
  return {
    lead_days: own ? await leadDaysOf(db, company_id) : [...DEFAULT_LEAD_DAYS],
    changes: own?.changes !== 0,
    matches: own?.matches !== 0,
  }
}

async function leadDaysOf(db: Database, companyId: number): Promise<number[]> {
  const leads = await db
    .selectFrom('reminder_leads')
    .select('days')
    .where('company_id', '=', companyId)
    .orderBy('days', 'desc')
    .execute()
  return leads.map(({ days }) => days)
}

/** Call it in a transaction. */
export async function writeSettings(
  transaction: Database,
  { company_id }: Person,
  { lead_days, changes, matches }: BodyOf<typeof changeReminders>,
  nowMs: number,
): Promise<void> {
  if (lead_days !== undefined || changes !== undefined || matches !== undefined) {
    await beginSettings(transaction, company_id)
    const set = {
      ...(changes !== undefined && { changes: changes ? (1 as const) : (0 as const) }),
      ...(matches !== undefined && { matches: matches ? (1 as const) : (0 as const) }),
    }
    if (Object.keys(set).length > 0) {
      await transaction
        .updateTable('reminder_settings')
        .set(set)
        .where('company_id', '=', company_id)
        .execute()
    }
  }
  if (lead_days !== undefined) await writeLeads(transaction, company_id, lead_days, nowMs)
}

/** Writes the defaults down as the company's own settings. */
async function beginSettings(transaction: Database, company_id: number): Promise<void> {
  const begun = await transaction
    .insertInto('reminder_settings')
    .values({ company_id, changes: 1, matches: 1 })
    .onConflict((existing) => existing.column('company_id').doNothing())
    .returning('company_id')
    .executeTakeFirst()
  if (!begun) return
  const leads = DEFAULT_LEAD_DAYS.map((days) => ({ company_id, days, since: 0 }))
  await transaction.insertInto('reminder_leads').values(leads).execute()
}

/** Those that stay keep their time, so that what is due just now is not lost. */
async function writeLeads(
  transaction: Database,
  company_id: number,
  leadDays: readonly number[],
  nowMs: number,
): Promise<void> {
  let former = transaction.deleteFrom('reminder_leads').where('company_id', '=', company_id)
  if (leadDays.length > 0) former = former.where('days', 'not in', leadDays)
  await former.execute()
  if (leadDays.length === 0) return
  await transaction
    .insertInto('reminder_leads')
    .values(leadDays.map((days) => ({ company_id, days, since: nowMs })))
    .onConflict((existing) => existing.columns(['company_id', 'days']).doNothing())
    .execute()
}

/** False when the company does not follow the policy. */
export async function setMuted(
  db: Database,
  companyId: number,
  policyId: number,
  muted: boolean,
): Promise<boolean> {
  const changed = await db
    .updateTable('follows')
    .set({ muted: muted ? 1 : 0 })
    .where('company_id', '=', companyId)
    .where('policy_id', '=', policyId)
    .returning('policy_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Notes the last reminder as sent, for each closing day that the company was told of. */
async function endReminders(db: Database, companyId: number, policyId: number, nowMs: number): Promise<void> {
  await db
    .insertInto('policy_reminders')
    .columns(['company_id', 'policy_id', 'closes', 'lead_days', 'sent_at'])
    .expression(({ selectFrom, lit }) =>
      selectFrom('policy_reminders')
        .select(['company_id', 'policy_id', 'closes', lit(0).as('lead_days')])
        .select(sql<number>`cast(${nowMs} as bigint)`.as('sent_at'))
        .distinct()
        .where('company_id', '=', companyId)
        .where('policy_id', '=', policyId),
    )
    .onConflict((existing) => existing.doNothing())
    .execute()
}

/**
 * Turns off what has led to a message. A policy that is not followed was told of because of a draft.
 * @throws Refusal 404 no such message, 409 the portal did not send it by itself
 */
export async function muteLike(
  db: Database,
  person: Person,
  messageId: number,
  nowMs: number,
): Promise<AnswerOf<typeof muteMessage>> {
  const message = await findMessage(db, person, messageId)
  if (!message) throw new Refusal(CODES.none, '没有找到这条消息，它可能已被删除')
  const { topic, platform_policy_id, saved_search_id } = message
  if (saved_search_id !== null) {
    await db
      .updateTable('saved_searches')
      .set({ muted: 1 })
      .where('id', '=', saved_search_id)
      .where('customer_id', '=', person.id)
      .execute()
    return { muted: 'saved', platform_policy_id: null }
  }
  if (topic === null) throw new Refusal(CODES.conflict, '这类消息不能关闭')
  if (topic === 'match') {
    await db.transaction().execute((tx) => writeSettings(tx, person, { matches: false }, nowMs))
    return { muted: 'matches', platform_policy_id: null }
  }
  if (platform_policy_id !== null && !(await setMuted(db, person.company_id, platform_policy_id, true))) {
    await endReminders(db, person.company_id, platform_policy_id, nowMs)
  }
  return { muted: 'policy', platform_policy_id }
}

export const reminderRoutes: Mount[] = [
  route(readReminders, async ({ session, services: { db } }) => ({
    settings: await readSettings(db, session.customer),
  })),

  route(changeReminders, async ({ body, session, services: { db, now } }) => {
    const settings = await db.transaction().execute(async (transaction) => {
      await writeSettings(transaction, session.customer, body, now())
      return readSettings(transaction, session.customer)
    })
    return { settings }
  }),

  route(mutePolicy, async ({ params, body: { muted }, session, services: { db } }) => {
    const found = await setMuted(db, session.customer.company_id, params.id, muted)
    if (!found) throw new Refusal(CODES.none, '您尚未关注这项政策')
    return { muted }
  }),

  route(muteMessage, ({ params, session, services: { db, now } }) =>
    muteLike(db, session.customer, params.id, now()),
  ),
]
