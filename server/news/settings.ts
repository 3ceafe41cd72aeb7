import * as v from 'valibot'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import {
  changeReminders,
  DEFAULT_LEAD_DAYS,
  muteMessage,
  type ReminderSettings,
  readReminders,
} from '../../src/lib/contract/account/reminder.ts'
import type { AnswerOf, BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { lockCompany } from '../company/lock-company.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import type { Services } from '../http/types.ts'
import { findMessage } from './messages.ts'
import { noteTold } from './told.ts'
import { switchWay, waysOf } from './ways.ts'

type Person = Pick<Customer, 'id' | 'company_id'>

const lead = v.object({
  /** Before the closing day. */
  days: v.number(),
  /** No reminder that was due before is sent later. */
  since: v.number(),
})

interface Wishes {
  leads: v.InferOutput<typeof lead>[]
  changes: boolean
  matches: boolean
}

const BY_DEFAULT: Wishes = {
  leads: DEFAULT_LEAD_DAYS.map((days) => ({ days, since: 0 })),
  changes: true,
  matches: true,
}

export async function wishesOf(
  db: Database,
  companyIds: readonly number[],
): Promise<(companyId: number) => Wishes> {
  const rows = await db
    .selectFrom('reminder_settings')
    .selectAll()
    // Not missed by tests: without it the query reads the settings of all companies.
    .where('company_id', 'in', companyIds)
    .execute()
  const own = new Map(
    rows.map(({ company_id, leads, changes, matches }) => [
      company_id,
      { leads: v.parse(v.array(lead), JSON.parse(leads)), changes: changes === 1, matches: matches === 1 },
    ]),
  )
  return (companyId) => own.get(companyId) ?? BY_DEFAULT
}

async function readSettings(db: Database, companyId: number): Promise<ReminderSettings> {
  const { leads, ...wishes } = (await wishesOf(db, [companyId]))(companyId)
  return { lead_days: leads.map(({ days }) => days).sort((a, b) => b - a), ...wishes }
}

/** Unchanged lead times keep their `since`, so that a reminder that is due now is not lost. Call it in a transaction. */
async function writeSettings(
  transaction: Database,
  companyId: number,
  { lead_days, changes, matches }: Omit<BodyOf<typeof changeReminders>, 'told'>,
  nowMs: number,
): Promise<void> {
  await lockCompany(transaction, companyId)
  const before = (await wishesOf(transaction, [companyId]))(companyId)
  const since = new Map(before.leads.map((each) => [each.days, each.since]))
  const leads = lead_days?.map((days) => ({ days, since: since.get(days) ?? nowMs })) ?? before.leads
  const row = {
    leads: JSON.stringify(leads),
    changes: (changes ?? before.changes) ? 1 : 0,
    matches: (matches ?? before.matches) ? 1 : 0,
  } as const
  await transaction
    .insertInto('reminder_settings')
    .values({ company_id: companyId, ...row })
    .onConflict((existing) => existing.column('company_id').doUpdateSet(row))
    .execute()
}

async function mutePolicy(db: Database, companyId: number, policyId: number): Promise<boolean> {
  const changed = await db
    .updateTable('follows')
    .set({ muted: 1 })
    .where('company_id', '=', companyId)
    .where('policy_id', '=', policyId)
    .returning('policy_id')
    .executeTakeFirst()
  return changed !== undefined
}

async function endReminders(db: Database, companyId: number, policyId: number, nowMs: number): Promise<void> {
  const about = { company_id: companyId, topic: 'deadline', subject: `policy-${policyId}` } as const
  const told = await db
    .selectFrom('told')
    .select('occasion')
    .distinct()
    .where((row) => row.and(about))
    .execute()
  await noteTold(
    db,
    told.map(({ occasion }) => ({ ...about, occasion })),
    nowMs,
  )
}

/** Turns off the source of a message. @throws Refusal 404 without such a message, 409 unless the portal sent it by itself */
async function muteLike(
  db: Database,
  person: Person,
  messageId: number,
  nowMs: number,
): Promise<AnswerOf<typeof muteMessage>> {
  const { topic, platform_policy_id, saved_search_id } = await findMessage(db, person, messageId)
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
    await db.transaction().execute((tx) => writeSettings(tx, person.company_id, { matches: false }, nowMs))
    return { muted: 'matches', platform_policy_id: null }
  }
  if (platform_policy_id !== null && !(await mutePolicy(db, person.company_id, platform_policy_id))) {
    await endReminders(db, person.company_id, platform_policy_id, nowMs)
  }
  return { muted: 'policy', platform_policy_id }
}

async function readAll(services: Services, customer: Customer): Promise<AnswerOf<typeof readReminders>> {
  return {
    settings: await readSettings(services.db, customer.company_id),
    data: await waysOf(services, customer),
  }
}

export const reminderRoutes: Mount[] = [
  route(readReminders, ({ session, services }) => readAll(services, session.customer)),

  route(changeReminders, async ({ body: { told, ...settings }, session: { customer }, services }) => {
    const { db, now } = services
    if (told) await switchWay(services, customer, told)
    if (Object.keys(settings).length > 0) {
      await db.transaction().execute((tx) => writeSettings(tx, customer.company_id, settings, now()))
    }
    return readAll(services, customer)
  }),

  route(muteMessage, ({ params, session, services: { db, now } }) =>
    muteLike(db, session.customer, params.id, now()),
  ),
]
