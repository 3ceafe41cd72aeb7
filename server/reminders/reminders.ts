/**
 * Every morning's reminders of policies whose window closes, to those who follow them or have begun to apply: each company
 * once for each of its lead times.
 */

import { sql } from 'kysely'
import { DEFAULT_LEAD_DAYS, LEAD_DAYS_MAX } from '../../src/lib/contract/account/reminder.ts'
import { chinaDay, daysBetween } from '../../src/lib/rules/time/china-day.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { endWord, hasDays } from '../../src/lib/rules/time/window-use.ts'
import type { LoadCatalogue } from '../catalogue/catalogue-file.ts'
import type { KeptCatalogue } from '../catalogue/kept-catalogue.ts'
import { type JobHandlers, schedule } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import { COMPANIES_AT_ONCE, sendToCompanies } from '../messages/messages.ts'

/** What a day brings is told at nine in the morning in China. */
export function reminderTimeMs(day: string): number {
  return Date.parse(`${day}T09:00:00+08:00`)
}

/**
 * Reminds the next followers and writers of drafts, and returns their companies; none: all have been reminded. Call it in a transaction.
 * @param after company up to which they have been reminded
 */
async function remindNext(
  transaction: Database,
  closing: ClosingPolicy,
  after: number,
  nowMs: number,
): Promise<number[]> {
  const ids = await noteReminders(transaction, closing, after, nowMs)
  if (ids.length === 0) return ids
  const { policyId: platform_policy_id } = closing
  const writing = await writers(transaction, closing, ids)
  for (const isWriting of [false, true]) {
    const told = ids.filter((id) => writing.has(id) === isWriting)
    const message = {
      message: reminderWords(closing, isWriting),
      category: 'policy' as const,
      platform_policy_id,
      topic: 'deadline' as const,
    }
    if (told.length > 0) await sendToCompanies(transaction, told, message, nowMs)
  }
  return ids
}

/** Those of the companies that have begun to apply and have not submitted yet. */
async function writers(
  db: Database,
  { itemIds }: ClosingPolicy,
  companyIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('orders')
    .select('company_id')
    .distinct()
    .where('company_id', 'in', companyIds)
    .where('state', '=', 'draft')
    .where('item_id', 'in', itemIds)
    .execute()
  return new Set(rows.map(({ company_id }) => company_id))
}

/**
 * The next companies that are due, noted as reminded. If several lead times have passed, during downtime for example,
 * the company is reminded once, for the shortest; never for one that had passed before the company followed, began its draft or chose it.
 */
async function noteReminders(
  transaction: Database,
  { policyId, itemIds, closes, daysLeft }: ClosingPolicy,
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
      select told.company_id, told.created_at, case
        when reminder_settings.company_id is null then ${shortest}
        else (select min(days) from reminder_leads
          where reminder_leads.company_id = told.company_id and days >= ${daysLeft}
            and since < ${due('days')})
        end as days
      from (
        select company_id, min(created_at) as created_at from (
          select company_id, created_at from follows
          where policy_id = ${policyId} and muted = 0 and company_id > ${after}
          union all
          select company_id, created_at from orders
          where state = 'draft' and item_id in (${sql.join(itemIds)}) and company_id > ${after}
            and not exists (select 1 from follows
              where follows.company_id = orders.company_id and policy_id = ${policyId} and muted = 1)
        ) as each_way group by company_id
      ) as told left join reminder_settings on reminder_settings.company_id = told.company_id
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

/** Reminders a transaction: memory stays flat, and others can write in between. */
const AT_ONCE = 4000

/** How far a pass has come. */
interface Place {
  /** Policies that are through. */
  policies: number
  /** For the next reminder: the company up to which all have been reminded. */
  after: number
}

/**
 * Returns how many reminders were sent. Run again, also by two processes at once, it sends none twice; what an
 * interrupted pass has sent, the next one leaves out.
 */
export async function planReminders(db: Database, catalogue: KeptCatalogue, nowMs: number): Promise<number> {
  const closing = closingPolicies(catalogue, chinaDay(new Date(nowMs)))
  let place: Place = { policies: 0, after: 0 }
  let total = 0
  while (place.policies < closing.length) {
    const from = place
    const step = await db
      .transaction()
      .execute((transaction) => remindSome(transaction, closing, from, nowMs))
    place = step.place
    total += step.sent
  }
  return total
}

async function remindSome(
  transaction: Database,
  closing: readonly ClosingPolicy[],
  { policies, after }: Place,
  nowMs: number,
): Promise<{ place: Place; sent: number }> {
  let sent = 0
  while (sent < AT_ONCE) {
    const policy = closing[policies]
    if (!policy) break
    const companyIds = await remindNext(transaction, policy, after, nowMs)
    sent += companyIds.length
    if (companyIds.length > 0) after = Math.max(...companyIds)
    else [policies, after] = [policies + 1, 0]
  }
  return { place: { policies, after }, sent }
}

/** Which policies close soon, and what a reminder of them says. */
interface ClosingPolicy {
  /** Page id of the original. */
  policyId: number
  /** The closing day, YYYY-MM-DD. */
  closes: string
  daysLeft: number
  /** Nobody has to apply by that day: it expires. */
  isRelief: boolean
  /** Items of the policy with this closing day, and their titles. */
  itemIds: number[]
  titles: string[]
}

/** What closes today or within the longest time that anybody can ask to be reminded before. */
function closingPolicies({ items }: KeptCatalogue, today: string): ClosingPolicy[] {
  const found = new Map<string, ClosingPolicy>()
  for (const { id, policy, window, title } of items) {
    if (policy === null || !hasDays(window)) continue
    const { closes } = window
    const daysLeft = daysBetween(today, closes)
    if (daysLeft < 0 || daysLeft > LEAD_DAYS_MAX) continue
    const key = `${policy} ${closes}`
    const isRelief = endWord(window) === '到期'
    const same = found.get(key) ?? { policyId: policy, closes, daysLeft, isRelief, itemIds: [], titles: [] }
    same.itemIds.push(id)
    same.titles.push(title)
    found.set(key, same)
  }
  return [...found.values()]
}

function reminderWords(closing: ClosingPolicy, isWriting: boolean): string {
  const { closes, daysLeft, isRelief } = closing
  const [title = '', ...others] = closing.titles
  const ends = isRelief ? '到期' : '截止'
  const what = others.length > 0 ? `《${title}》等 ${others.length + 1} 项` : `《${title}》`
  const when = daysLeft === 0 ? `今天（${closes}）${ends}` : `还有 ${daysLeft} 天${ends}（${closes}）`
  if (isWriting) return `您正在填写的${what}${when}，申报还没有提交，请尽快完成。`
  return `您关注的${what}${when}，${isRelief ? '请留意是否延续。' : '如需申报请尽快准备。'}`
}

const KIND = 'policy-reminders'

/** Call it on every day that the portal runs: one pass makes up for the days that were missed. */
export async function scheduleReminders(db: Database, nowMs: number): Promise<void> {
  const day = chinaDay(new Date(nowMs))
  await schedule(db, { kind: KIND, key: day, dueMs: reminderTimeMs(day) })
}

export function reminderJobs(catalogue: LoadCatalogue): JobHandlers {
  const run = async (db: Database, _: unknown, nowMs: number) => {
    await planReminders(db, await catalogue(), nowMs)
  }
  return { [KIND]: { run } }
}
