/** Informs the followers of a policy, and companies that have begun to apply: before its window closes, and of changes. */
import { sql } from 'kysely'
import { LEAD_DAYS_MAX } from '../../src/lib/contract/account/reminder.ts'
import { chinaDay, daysBetween } from '../../src/lib/rules/time/china-day.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { endWord, hasDays } from '../../src/lib/rules/time/window-use.ts'
import type { KeptCatalogue } from '../catalogue/kept-catalogue.ts'
import { ROWS_AT_ONCE } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { sendMessages } from './messages.ts'
import { wishesOf } from './settings.ts'
import { noteTold } from './told.ts'

export function reminderTimeMs(day: string): number {
  return Date.parse(`${day}T09:00:00+08:00`)
}

type Wishes = ReturnType<Awaited<ReturnType<typeof wishesOf>>>

interface Follower {
  company_id: number
  /** When it began to follow or to apply, whichever was first. */
  since: number
  isWriting: boolean
}

interface PolicyEvent {
  topic: 'deadline' | 'change'
  policyId: number
  occasion: string
  /** Companies with drafts of these items are informed, too. */
  itemIds: readonly number[]
  /** Returns the lead time for informing a company, 0 without one; undefined if it gets no message. */
  leadOf: (follower: Follower, wishes: Wishes) => number | undefined
  wordsFor: (follower: Follower) => string
}

/** Each transaction covers a page of followers: a round after an interruption skips those who have the message. */
async function tellFollowers(db: Database, event: PolicyEvent, nowMs: number): Promise<number> {
  let total = 0
  for (let after = 0; ; ) {
    const { last, told } = await db
      .transaction()
      .execute((transaction) => tellPage(transaction, event, after, nowMs))
    total += told
    if (last === undefined) return total
    after = last
  }
}

async function tellPage(transaction: Database, event: PolicyEvent, after: number, nowMs: number) {
  const { topic, policyId, occasion, leadOf, wordsFor } = event
  const followers = await nextFollowers(transaction, event, after)
  const last = followers.at(-1)?.company_id
  if (last === undefined) return { last, told: 0 }
  const ids = followers.map(({ company_id }) => company_id)
  const wishes = await wishesOf(transaction, ids)
  const about = { topic, subject: `policy-${policyId}`, occasion }
  const before = await transaction
    .selectFrom('told')
    .select(['company_id', 'lead_days'])
    .where((row) => row.and(about))
    .where('company_id', 'in', ids)
    .orderBy('lead_days', 'desc')
    .execute()
  const toldFor = new Map(before.map(({ company_id, lead_days }) => [company_id, lead_days]))
  const due = followers.flatMap((follower) => {
    const { company_id } = follower
    const lead_days = leadOf(follower, wishes(company_id))
    if (lead_days === undefined || (toldFor.get(company_id) ?? Infinity) <= lead_days) return []
    return [{ ...about, company_id, lead_days, message: wordsFor(follower) }]
  })
  const told = await noteTold(transaction, due, nowMs)
  const messages = told.map(({ company_id, message }) => ({
    company_id,
    message,
    category: 'policy' as const,
    platform_policy_id: policyId,
    topic,
  }))
  await sendMessages(transaction, messages, nowMs)
  return { last, told: told.length }
}

async function nextFollowers(
  db: Database,
  { policyId, itemIds }: PolicyEvent,
  after: number,
): Promise<Follower[]> {
  const writing = sql`
    union all
    select company_id, created_at, 1 from orders
    where state = 'draft' and item_id in (${sql.join(itemIds)}) and company_id > ${after}
      and not exists (select 1 from follows
        where follows.company_id = orders.company_id and policy_id = ${policyId} and muted = 1)`
  const { rows } = await sql<{ company_id: number; since: number; writing: number }>`
    select company_id, min(created_at) as since, max(is_writing) as writing from (
      select company_id, created_at, 0 as is_writing from follows
      where policy_id = ${policyId} and muted = 0 and company_id > ${after}
      ${itemIds.length > 0 ? writing : sql``}
    ) as ways
    group by company_id order by company_id limit ${sql.lit(ROWS_AT_ONCE)}`.execute(db)
  return rows.map(({ company_id, since, writing }) => ({ company_id, since, isWriting: writing === 1 }))
}

export function tellChange(
  db: Database,
  { policyId, builtMs, foundMs, message }: PolicyChange,
  nowMs: number,
): Promise<number> {
  const event: PolicyEvent = {
    topic: 'change',
    policyId,
    occasion: String(builtMs),
    itemIds: [],
    leadOf: ({ since }, { changes }) => (changes && since <= foundMs ? 0 : undefined),
    wordsFor: () => message,
  }
  return tellFollowers(db, event, nowMs)
}

interface PolicyChange {
  policyId: number
  builtMs: number
  foundMs: number
  message: string
}

/** Returns the number of reminders. Repeated or parallel runs send none twice. */
export async function remindOfWindows(
  db: Database,
  catalogue: KeptCatalogue,
  nowMs: number,
): Promise<number> {
  let total = 0
  for (const closing of closingPolicies(catalogue, chinaDay(new Date(nowMs)))) {
    const { policyId, itemIds, closes, daysLeft } = closing
    const dueMs = (days: number) => reminderTimeMs(closes) - days * DAY_MS
    const event: PolicyEvent = {
      topic: 'deadline',
      policyId,
      occasion: closes,
      itemIds,
      // The shortest missed lead time stands for all missed ones; a reminder that was due before its wish is skipped.
      leadOf({ since }, { leads }) {
        const missed = leads.filter((lead) => lead.days >= daysLeft && lead.since < dueMs(lead.days))
        if (missed.length === 0) return undefined
        const days = Math.min(...missed.map((lead) => lead.days))
        return since < dueMs(days) ? days : undefined
      },
      wordsFor: ({ isWriting }) => reminderWords(closing, isWriting),
    }
    total += await tellFollowers(db, event, nowMs)
  }
  return total
}

interface ClosingPolicy {
  policyId: number
  closes: string
  daysLeft: number
  /** It expires on that day, without an application. */
  isRelief: boolean
  itemIds: number[]
  titles: string[]
}

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
