/** Compares a new build with what companies were last told, and lets everybody concerned know: once, whoever compares. */

import * as v from 'valibot'
import { applicationWindow, supportAmount } from '../../src/lib/contract/policies/item.ts'
import { amountFigure } from '../../src/lib/rules/text/format-number.ts'
import { type ApplicationWindow, startOf } from '../../src/lib/rules/time/application-window.ts'
import { hasDays } from '../../src/lib/rules/time/window-use.ts'
import type { KeptCatalogue, KeptItem } from '../catalogue/kept-catalogue.ts'
import type { Database, Tables } from '../db/schema.ts'
import { newArticles, noteNews } from '../saved-searches/news.ts'
import { scheduleChange } from './tell-change.ts'
import { scheduleMatches } from './tell-matches.ts'

const SETTING = 'compared_build'
const ROWS_AT_ONCE = 500

/**
 * Call it with every catalogue that is loaded. A build that is older than the one compared last is ignored: during an
 * update some processes still have it, and after going back to it nobody should be told the same again.
 */
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
    // The first build of all is no news.
    if (known.size > 0) await announce(transaction, known, versions, { builtMs, nowMs })
    const articles = await newArticles(transaction, catalogue.news, nowMs)
    await noteNews(transaction, newsOf(known, versions, articles), { builtMs, nowMs })
    await writeVersions(transaction, versions)
  })
}

/** The process that comes second waits here until the first has ended, and then is no longer the newest. */
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

/** What has gone from the pages stays known: when it comes back, it is not new. */
async function knownVersions(db: Database): Promise<ReadonlyMap<string, Version>> {
  const rows = await db.selectFrom('policy_versions').selectAll().execute()
  return new Map(rows.map((row) => [keyOf(row), row]))
}

async function announce(
  transaction: Database,
  known: ReadonlyMap<string, Version>,
  versions: readonly Version[],
  { builtMs, nowMs }: { builtMs: number; nowMs: number },
): Promise<void> {
  const changes = new Map<number, { title: string; words: string[] }>()
  const added: number[] = []
  for (const version of versions) {
    const { kind, page_id, policy_id, title } = version
    const before = known.get(keyOf(version))
    if (!before && kind === 'item') added.push(page_id)
    if (policy_id === null || !known.has(keyOf({ kind: 'original', page_id: policy_id }))) continue
    const isAddition = !before && kind === 'item'
    const words = before ? differences(before, version) : isAddition ? [additionWords(version)] : []
    if (words.length === 0) continue
    const policy = changes.get(policy_id) ?? { title, words: [] }
    policy.words.push(...words)
    changes.set(policy_id, policy)
  }
  for (const [policyId, { title, words }] of changes) {
    const message = `您关注的《${title}》有变化：${words.join('；')}。请查看最新内容。`
    await scheduleChange(transaction, { policyId, message, builtMs }, nowMs)
  }
  if (added.length > 0) await scheduleMatches(transaction, { items: added, builtMs }, nowMs)
}

/** What is new or has changed, each document by itself. */
function newsOf(
  known: ReadonlyMap<string, Version>,
  versions: readonly Version[],
  articles: readonly number[],
) {
  const documents = known.size === 0 ? [] : versions
  return [
    ...documents.flatMap((version) => {
      const { kind, page_id, policy_id } = version
      const before = known.get(keyOf(version))
      const words = before ? differences(before, version).join('；') : null
      return words === '' ? [] : [{ kind, page_id, policy_id, words }]
    }),
    ...articles.map((page_id) => ({ kind: 'news' as const, page_id, policy_id: null, words: null })),
  ]
}

async function writeVersions(transaction: Database, versions: readonly Version[]): Promise<void> {
  for (let start = 0; start < versions.length; start += ROWS_AT_ONCE) {
    await transaction
      .insertInto('policy_versions')
      .values(versions.slice(start, start + ROWS_AT_ONCE))
      .onConflict((existing) =>
        existing.columns(['kind', 'page_id']).doUpdateSet((row) => ({
          policy_id: row.ref('excluded.policy_id'),
          title: row.ref('excluded.title'),
          window: row.ref('excluded.window'),
          amount: row.ref('excluded.amount'),
          // A build that does not tell takes nothing away.
          text: row.fn.coalesce('excluded.text', 'policy_versions.text'),
        })),
      )
      .execute()
  }
}

// What followers want to know about a policy, as the builds said it, and the difference in words.

type Version = Tables['policy_versions']

const figure = v.object({
  amount: v.optional(supportAmount),
  headline: v.optional(v.string()),
  support: v.optional(v.string()),
})
type Figure = v.InferOutput<typeof figure>

function versionsOf({ policies, items }: KeptCatalogue): Version[] {
  return [
    ...policies.map(
      ({ id, title, text }): Version => ({
        kind: 'original',
        page_id: id,
        policy_id: id,
        title,
        window: null,
        amount: null,
        text: text ?? null,
      }),
    ),
    ...items.map(toVersion),
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

/** One difference a line, with old and new value where they are short; none: nothing that matters has changed. */
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

/** An item that a known policy did not have before. */
function additionWords(item: Version): string {
  return `新增申报事项《${item.title}》，申报期限：${windowOf(item)}`
}

/** Hashes of different makings (`1-…`, `2-…`) say nothing about each other. */
function isOtherText(before: string | null, after: string | null): boolean {
  if (before === null || after === null) return false
  const [making, hash] = before.split('-')
  const [newMaking, newHash] = after.split('-')
  return making === newMaking && hash !== newHash
}

/** Undefined: an original, or written by a version that said it otherwise. */
function windowOf({ window }: Version): string | undefined {
  const parsed = v.safeParse(applicationWindow, window && JSON.parse(window))
  return parsed.success ? windowWords(parsed.output) : undefined
}

function windowWords(window: ApplicationWindow): string {
  if (window.kind === 'unknown') return '以原文为准'
  if (window.kind === 'batches') return hasDays(window) ? `按批次受理，至 ${window.closes}` : '按批次受理'
  // One word for all without an end: that a relief is 全年可享 and not 常年受理 is no news to its followers.
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
