/** Compares each new build once with the known documents, and stores the differences as news. */

import * as v from 'valibot'
import { applicationWindow, supportAmount } from '../../src/lib/contract/policies/item.ts'
import { amountFigure } from '../../src/lib/rules/text/format-number.ts'
import { type ApplicationWindow, startOf } from '../../src/lib/rules/time/application-window.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { hasDays } from '../../src/lib/rules/time/window-use.ts'
import type { KeptCatalogue, KeptItem } from '../catalogue/kept-catalogue.ts'
import { schedule } from '../db/jobs.ts'
import { inChunks } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'

export const TELL_NEWS = 'tell-news'

const SETTING = 'compared_build'
/** Longer than any rhythm and a downtime after it. */
const KEPT_MS = 90 * DAY_MS

/** Call it with every loaded catalogue. Ignores a build older than the last one: some processes still have it. */
export async function compareBuild(db: Database, catalogue: KeptCatalogue, nowMs: number): Promise<void> {
  const builtMs = Date.parse(catalogue.built_at)
  if (builtMs <= 0) return
  await db
    .insertInto('settings')
    .values({ name: SETTING, value: '0' })
    .onConflict((row) => row.column('name').doNothing())
    .execute()
  await db.transaction().execute(async (transaction) => {
    if (!(await isNewest(transaction, builtMs))) return
    const known = await knownVersions(transaction)
    const versions = versionsOf(catalogue)
    const news = newsOf(known, versions).map((found) => ({ ...found, built_at: builtMs, created_at: nowMs }))
    for (const rows of inChunks(news)) await transaction.insertInto('document_news').values(rows).execute()
    if (news.length > 0)
      await schedule(transaction, {
        kind: TELL_NEWS,
        key: String(builtMs),
        dueMs: nowMs,
        payload: { builtMs },
      })
    await writeVersions(transaction, versions)
  })
}

/** A second process waits here until the first has ended; then its build is no longer the newest. */
async function isNewest(transaction: Database, builtMs: number): Promise<boolean> {
  const { value } = await transaction
    .updateTable('settings')
    .set((row) => ({ value: row.ref('value') }))
    .where('name', '=', SETTING)
    .returning('value')
    .executeTakeFirstOrThrow()
  if (Number(value) >= builtMs) return false
  await transaction
    .updateTable('settings')
    .set({ value: String(builtMs) })
    .where('name', '=', SETTING)
    .execute()
  return true
}

const keyOf = ({ kind, page_id }: Pick<Version, 'kind' | 'page_id'>) => `${kind} ${page_id}`

/** Removed documents stay known, so that they are not new when they return. */
async function knownVersions(db: Database): Promise<ReadonlyMap<string, Version>> {
  const rows = await db.selectFrom('known_documents').selectAll().execute()
  return new Map(rows.map((row) => [keyOf(row), row]))
}

function newsOf(known: ReadonlyMap<string, Version>, versions: readonly Version[]) {
  const seen = new Set([...known.values()].map(({ kind }) => kind === 'news'))
  return versions.flatMap((version) => {
    const { kind, page_id, policy_id } = version
    const before = known.get(keyOf(version))
    const words = before ? differences(before, version).join('；') : null
    if (words === '' || !seen.has(kind === 'news')) return []
    return [
      { kind, page_id, subject: policy_id === null ? `${kind}-${page_id}` : `policy-${policy_id}`, words },
    ]
  })
}

async function writeVersions(transaction: Database, versions: readonly Version[]): Promise<void> {
  for (const rows of inChunks(versions)) {
    await transaction
      .insertInto('known_documents')
      .values(rows)
      .onConflict((row) =>
        row.columns(['kind', 'page_id']).doUpdateSet((excluded) => ({
          policy_id: excluded.ref('excluded.policy_id'),
          title: excluded.ref('excluded.title'),
          window: excluded.ref('excluded.window'),
          amount: excluded.ref('excluded.amount'),
          // A build without the text keeps the known one.
          text: excluded.fn.coalesce('excluded.text', 'known_documents.text'),
        })),
      )
      .execute()
  }
}

export async function changesOf(db: Database, builtMs: number) {
  const rows = await db
    .selectFrom('document_news')
    .innerJoin('known_documents as document', (join) =>
      join
        .onRef('document.kind', '=', 'document_news.kind')
        .onRef('document.page_id', '=', 'document_news.page_id'),
    )
    .selectAll('document')
    .select(['words', 'created_at'])
    .where('built_at', '=', builtMs)
    .where('policy_id', 'is not', null)
    .$narrowType<{ policy_id: number }>()
    .orderBy('document_news.id')
    .execute()
  return [...Map.groupBy(rows, ({ policy_id }) => policy_id)].flatMap(([policyId, own]) => {
    const [first] = own
    if (!first || own.some(({ kind, words }) => kind === 'original' && words === null)) return []
    const words = own.map((row) => row.words ?? additionWords(row)).join('；')
    const message = `您关注的《${first.title}》有变化：${words}。请查看最新内容。`
    return [{ policyId, builtMs, foundMs: first.created_at, message }]
  })
}

export async function newItemsOf(db: Database, builtMs: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('document_news')
    .select('page_id')
    .where('built_at', '=', builtMs)
    .where('kind', '=', 'item')
    .where('words', 'is', null)
    .execute()
  return new Set(rows.map(({ page_id }) => page_id))
}

/** Returns the id of the newest news, 0 without any. Builds are compared one after the other, so ids only grow. */
export async function newestNews(db: Database): Promise<number> {
  const { newest } = await db
    .selectFrom('document_news')
    .select((row) => row.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

/** Deletes old news, except the newest: a new saved condition begins after it. */
export async function forgetNews(transaction: Database, nowMs: number): Promise<void> {
  await transaction
    .deleteFrom('document_news')
    .where('created_at', '<=', nowMs - KEPT_MS)
    .where('id', '<', (row) => row.selectFrom('document_news').select((all) => all.fn.max('id').as('newest')))
    .execute()
}

type Version = Tables['known_documents']

const figure = v.object({
  amount: v.optional(supportAmount),
  headline: v.optional(v.string()),
  support: v.optional(v.string()),
})
type Figure = v.InferOutput<typeof figure>

function versionsOf({ policies, items, news }: KeptCatalogue): Version[] {
  const plain = { window: null, amount: null, text: null }
  return [
    ...policies.map(({ id, title, text = null }): Version => {
      return { ...plain, kind: 'original', page_id: id, policy_id: id, title, text }
    }),
    ...items.map(toVersion),
    ...news.map(({ id, title }): Version => {
      return { ...plain, kind: 'news', page_id: id, policy_id: null, title }
    }),
  ]
}

function toVersion({ id, policy, title, window, amount, headline, support, text }: KeptItem): Version {
  return {
    kind: 'item',
    page_id: id,
    policy_id: policy,
    title,
    window: JSON.stringify(window),
    amount: JSON.stringify({ amount, headline, support }),
    text: text ?? null,
  }
}

function differences(known: Version, now: Version): string[] {
  const found: string[] = []
  const compare = (name: string, before: string | undefined, after: string | undefined) => {
    if (before !== undefined && after !== undefined && before !== after)
      found.push(`${name}由“${before}”改为“${after}”`)
  }
  compare('申报期限', windowOf(known), windowOf(now))
  compare('支持标准', figureOf(known), figureOf(now))
  if (isOtherText(known.text, now.text)) found.push(now.kind === 'item' ? '解读内容有更新' : '原文内容有更新')
  return found
}

function additionWords(item: Version): string {
  return `新增申报事项《${item.title}》，申报期限：${windowOf(item)}`
}

/** Hashes of different methods (`1-…`, `2-…`) cannot be compared. */
function isOtherText(before: string | null, after: string | null): boolean {
  if (before === null || after === null) return false
  const [making, hash] = before.split('-')
  const [newMaking, newHash] = after.split('-')
  return making === newMaking && hash !== newHash
}

/** Undefined for an original, or for the format of another version. */
function windowOf({ window }: Version): string | undefined {
  const parsed = v.safeParse(applicationWindow, window && JSON.parse(window))
  return parsed.success ? windowWords(parsed.output) : undefined
}

function windowWords(window: ApplicationWindow): string {
  if (window.kind === 'unknown') return '以原文为准'
  if (window.kind === 'batches') return hasDays(window) ? `按批次受理，至 ${window.closes}` : '按批次受理'
  // One word for all windows without an end: a change between 全年可享 and 常年受理 is no news.
  if (!hasDays(window)) return '长期有效'
  const opens = startOf(window)
  return opens === null ? `至 ${window.closes}` : `${opens} 至 ${window.closes}`
}

function figureOf({ amount }: Version): string | undefined {
  const parsed = v.safeParse(figure, amount && JSON.parse(amount))
  return parsed.success ? figureWords(parsed.output) : undefined
}

function figureWords({ amount, headline, support }: Figure): string {
  if (!amount) return headline ?? support ?? '见正文'
  const { number, unit } = amountFigure(amount)
  return `${amount.lead ?? ''}${number} ${unit}${amount.per ? `／${amount.per}` : ''}`
}
