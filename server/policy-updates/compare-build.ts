/** Compares a new build with what companies were last told, and lets everybody concerned know: once, whoever compares. */
import type { KeptCatalogue } from '../catalogue/kept-catalogue.ts'
import type { Database } from '../db/schema.ts'
import { newArticles, noteNews } from '../saved-searches/news.ts'
import { scheduleChange } from './tell-change.ts'
import { scheduleMatches } from './tell-matches.ts'
import { additionWords, differences, type Version, versionsOf } from './versions.ts'

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
