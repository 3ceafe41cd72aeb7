/** Tells companies of new policies that match their saved answers. */

import * as v from 'valibot'
import { MESSAGE_UNREAD } from '../../src/lib/contract/account/message.ts'
import { statusOf } from '../../src/lib/rules/eligibility/evaluate.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { canBeHad } from '../../src/lib/rules/time/window-use.ts'
import type { LoadCatalogue } from '../catalogue/catalogue-file.ts'
import type { KeptCatalogue, KeptItem } from '../catalogue/kept-catalogue.ts'
import { type JobHandlers, schedule } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import { answeringCompanies, companyAt } from '../matching/judge.ts'
import type { NewMessage } from '../messages/messages.ts'

interface NewMatch {
  company_id: number
  item_id: number
}

/** With more of them at once, after an import for example, there is one message for all. */
const SINGLE_MESSAGES = 3

/** @param items the new ones; messages name them in this order */
function matchMessages(
  matches: readonly NewMatch[],
  items: readonly Pick<KeptItem, 'id' | 'title' | 'policy'>[],
): NewMessage[] {
  const byCompany = Map.groupBy(matches, ({ company_id }) => company_id)
  return [...byCompany].flatMap(([company_id, own]) => {
    const ids = new Set(own.map(({ item_id }) => item_id))
    const met = items.filter(({ id }) => ids.has(id))
    const shown = met.length > SINGLE_MESSAGES ? met.slice(0, 1) : met
    return shown.map(
      ({ title, policy }): NewMessage => ({
        company_id,
        message: wordsFor(title, met.length),
        category: 'policy',
        platform_policy_id: policy,
        topic: 'match',
      }),
    )
  })
}

function wordsFor(title: string, count: number): string {
  return count > SINGLE_MESSAGES
    ? `新上线的 ${count} 项政策与您填写的企业情况相符，其中有《${title}》，请到“最新匹配政策”查看。`
    : `新上线的政策《${title}》与您填写的企业情况相符，请查看申报条件和期限。`
}

const KIND = 'tell-matches'
const ROWS_AT_ONCE = 500

const payload = v.object({ items: v.array(v.number()), builtMs: v.number() })

/** Call it in the transaction that finds the new items. @param news `items` are page ids of interpretations */
export async function scheduleMatches(
  transaction: Database,
  news: v.InferOutput<typeof payload>,
  nowMs: number,
): Promise<void> {
  await schedule(transaction, { kind: KIND, key: String(news.builtMs), dueMs: nowMs, payload: news })
}

export function matchJobs(load: LoadCatalogue): JobHandlers {
  const run = async (db: Database, json: unknown, nowMs: number) => {
    const { items, builtMs } = v.parse(payload, json)
    const catalogue = await load()
    // Another process has the newer build: it takes the job up at one of the next tries.
    if (Date.parse(catalogue.built_at) < builtMs) throw new Error('the build with the new items is not here')
    const fresh = newItems(catalogue, new Set(items), nowMs)
    if (fresh.length > 0) await tellCompanies(db, fresh, nowMs)
  }
  return { [KIND]: { run } }
}

/** What can still be applied for and has a page of the original, which is where a message leads. */
function newItems(catalogue: KeptCatalogue, ids: ReadonlySet<number>, nowMs: number): KeptItem[] {
  const today = chinaDay(new Date(nowMs))
  return catalogue.items.filter(
    ({ id, policy, rule, window }) =>
      ids.has(id) && policy !== null && rule.program && canBeHad(window, today),
  )
}

async function tellCompanies(db: Database, items: readonly KeptItem[], nowMs: number): Promise<void> {
  for await (const companies of answeringCompanies(db, nowMs)) {
    const silent = await companiesWithoutMatches(db, [...companies.keys()])
    const matches = [...companies].flatMap(([company_id, facts]) => {
      if (silent.has(company_id)) return []
      const company = companyAt(facts, nowMs)
      const met = items.filter(({ rule }) => statusOf(rule, company) === 'met')
      return met.map(({ id }): NewMatch => ({ company_id, item_id: id }))
    })
    if (matches.length > 0) await tell(db, matches, items, nowMs)
  }
}

async function companiesWithoutMatches(db: Database, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('reminder_settings')
    .select('company_id')
    .where('matches', '=', 0)
    // Not missed by tests: without it those of all companies are read each time, and most of them are not looked at.
    .where('company_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ company_id }) => company_id))
}

/** Notes and messages in one transaction; what an interrupted round has sent, the next one leaves out. */
async function tell(
  db: Database,
  matches: readonly NewMatch[],
  items: readonly KeptItem[],
  nowMs: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const noted: NewMatch[] = []
    for (let start = 0; start < matches.length; start += ROWS_AT_ONCE) {
      const rows = matches.slice(start, start + ROWS_AT_ONCE).map((match) => ({ ...match, sent_at: nowMs }))
      const inserted = await transaction
        .insertInto('match_notices')
        .values(rows)
        .onConflict((existing) => existing.columns(['item_id', 'company_id']).doNothing())
        .returning(['company_id', 'item_id'])
        .execute()
      noted.push(...inserted)
    }
    const messages = matchMessages(noted, items)
    for (let start = 0; start < messages.length; start += ROWS_AT_ONCE) {
      const rows = messages.slice(start, start + ROWS_AT_ONCE)
      await transaction
        .insertInto('messages')
        .values(rows.map((row) => ({ ...row, status: MESSAGE_UNREAD, created_at: nowMs })))
        .execute()
    }
  })
}
