/** Reminders by SMS, for people who asked for them: one a day, however many policies close. */
import { sql } from 'kysely'
import * as v from 'valibot'
import { chinaDay, daysBetween } from '../../src/lib/rules/time/china-day.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import type { JobHandlers } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import { GatewayError } from '../http/ask-json.ts'
import { describeError, type Log } from '../log.ts'
import type { SmsGateway } from '../sms/gateway.ts'

const KIND = 'reminder-sms'

const payload = v.object({ customer_id: v.number(), day: v.string() })

/**
 * Lets an SMS follow to everybody who wants one and whose company was reminded on the day of `nowMs` in China. A second
 * pass of the day adds nobody who has one already.
 */
export async function scheduleSms(db: Database, nowMs: number): Promise<void> {
  const day = chinaDay(new Date(nowMs))
  await sql`
    insert into jobs (kind, key, due_at, payload, attempts)
    select ${sql.lit(KIND)}, cast(customers.id as text) || ${sql.lit(`-${day}`)}, cast(${nowMs} as bigint),
      '{"customer_id":' || cast(customers.id as text) || ${sql.lit(`,"day":"${day}"}`)}, 0
    from reminder_sms join customers on customers.id = reminder_sms.customer_id
    where exists (select 1 from policy_reminders
      where policy_reminders.company_id = customers.company_id and sent_at >= ${startOfDay(day)})
    on conflict (kind, key) do nothing`.execute(db)
}

/** Of a day in China, ms since 1970. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00+08:00`)
}

/** A gateway that stays away so long is not asked again: nobody wants a reminder at night. */
export const GIVE_UP_AT_HOUR = 20

export function smsReminderJobs(sms: SmsGateway, log: Log): JobHandlers {
  const remind = async (db: Database, json: unknown, nowMs: number) => {
    const { customer_id, day } = v.parse(payload, json)
    if (!sms.remind || nowMs > startOfDay(day) + GIVE_UP_AT_HOUR * HOUR_MS) return
    const reminders = await remindersFor(db, customer_id, startOfDay(day))
    const [first] = reminders
    if (!first) return
    const days = daysBetween(day, first.closes)
    await sms.remind(first.phone, { policies: reminders.length, days }).catch((error: unknown) => {
      // Asked again, a gateway that has refused would refuse again.
      if (!(error instanceof GatewayError) || error.kind !== 'refused') throw error
      log({ level: 'warn', event: 'reminder-sms-refused', customer: customer_id, ...describeError(error) })
    })
  }
  return { [KIND]: { run: remind } }
}

/** By closing day; none when the person is gone or wants no more SMS. */
function remindersFor(db: Database, customerId: number, sinceMs: number) {
  return db
    .selectFrom('reminder_sms')
    .innerJoin('customers', 'customers.id', 'reminder_sms.customer_id')
    .innerJoin('policy_reminders', 'policy_reminders.company_id', 'customers.company_id')
    .select(['phone', 'closes'])
    .where('reminder_sms.customer_id', '=', customerId)
    .where('policy_reminders.sent_at', '>=', sinceMs)
    .orderBy('closes')
    .execute()
}
