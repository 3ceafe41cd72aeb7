/** Reminds the followers of a policy whose window closes: each company once for each of its lead times. */
import { sql } from 'kysely'
import { DEFAULT_LEAD_DAYS } from '../../src/lib/contract/account/reminder.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import type { Database } from '../db/schema.ts'
import { COMPANIES_AT_ONCE, sendToCompanies } from '../messages/send-to-many.ts'
import { type ClosingPolicy, reminderWords } from './closing.ts'

/** Reminders of a day are due at nine in the morning in China. */
export function reminderTimeMs(day: string): number {
  return Date.parse(`${day}T09:00:00+08:00`)
}

/**
 * Reminds the next followers and returns their companies; none: all have been reminded. Call it in a transaction.
 * @param after company up to which they have been reminded
 */
export async function remindNext(
  transaction: Database,
  closing: ClosingPolicy,
  after: number,
  nowMs: number,
): Promise<number[]> {
  const ids = await noteReminders(transaction, closing, after, nowMs)
  if (ids.length === 0) return ids
  const { policyId: platform_policy_id } = closing
  const message = { message: reminderWords(closing), category: 'policy' as const, platform_policy_id }
  await sendToCompanies(transaction, ids, { ...message, topic: 'deadline' }, nowMs)
  return ids
}

/**
 * The next companies that are due, noted as reminded. If several lead times have passed, during downtime for example,
 * the company is reminded once, for the shortest; never for one that had passed before the company followed or chose it.
 */
async function noteReminders(
  transaction: Database,
  { policyId, closes, daysLeft }: ClosingPolicy,
  after: number,
  nowMs: number,
): Promise<number[]> {
  const closing = reminderTimeMs(closes)
  const due = (days: string) => sql`${big(closing)} - cast(${sql.ref(days)} as bigint) * ${sql.lit(DAY_MS)}`
  const byDefault = DEFAULT_LEAD_DAYS.filter((days) => days >= daysLeft)
  const shortest = byDefault.length > 0 ? sql.lit(Math.min(...byDefault)) : sql.lit(null)
  const { rows } = await sql<{ company_id: number }>`
    insert into policy_reminders (company_id, policy_id, closes, lead_days, sent_at)
    select candidate.company_id, ${big(policyId)}, cast(${closes} as text), candidate.days, ${big(nowMs)}
    from (
      select follows.company_id, follows.created_at, case
        when reminder_settings.company_id is null then ${shortest}
        else (select min(days) from reminder_leads
          where reminder_leads.company_id = follows.company_id and days >= ${daysLeft}
            and since < ${due('days')})
        end as days
      from follows left join reminder_settings on reminder_settings.company_id = follows.company_id
      where follows.policy_id = ${policyId} and follows.muted = 0 and follows.company_id > ${after}
    ) as candidate
    where candidate.days is not null and candidate.created_at < ${due('candidate.days')}
      and not exists (select 1 from policy_reminders as sent
        where sent.company_id = candidate.company_id and sent.policy_id = ${policyId}
          and sent.closes = ${closes} and sent.lead_days <= candidate.days)
    order by candidate.company_id
    limit ${sql.lit(COMPANIES_AT_ONCE)}
    on conflict do nothing
    returning company_id`.execute(transaction)
  return rows.map(({ company_id }) => company_id)
}

/** PostgreSQL has to be told what a lone value is. */
function big(value: number) {
  return sql`cast(${value} as bigint)`
}
