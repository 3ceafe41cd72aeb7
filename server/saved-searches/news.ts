/** What builds have brought: noted where they are compared, for those who have saved a condition. */
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import type { DocumentKind } from '../catalogue/search-library.ts'
import { schedule } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'

/** The job that tells (tell-saved.ts). */
export const TELL = 'tell-saved'

const ROWS_AT_ONCE = 500
/** Longer than any rhythm and a downtime after it. */
const KEPT_MS = 90 * DAY_MS

interface FoundNews {
  kind: DocumentKind
  page_id: number
  /** Page id of the original, if there is one. */
  policy_id: number | null
  /** What has changed; null: it is new. */
  words: string | null
}

/** Notes what a build has brought, and lets the people be told who want to know at once. Call it where it is compared. */
export async function noteNews(
  transaction: Database,
  found: readonly FoundNews[],
  { builtMs, nowMs }: { builtMs: number; nowMs: number },
): Promise<void> {
  if (found.length === 0) return
  const rows = found.map(({ kind, page_id, policy_id, words }) => ({
    kind,
    page_id,
    subject: policy_id === null ? `${kind}-${page_id}` : `policy-${policy_id}`,
    built_at: builtMs,
    words,
    created_at: nowMs,
  }))
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await transaction
      .insertInto('document_news')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .onConflict((row) => row.columns(['built_at', 'kind', 'page_id']).doNothing())
      .execute()
  }
  const payload = { rhythm: 'at_once', since: nowMs }
  await schedule(transaction, { kind: TELL, key: `at_once-${builtMs}`, dueMs: nowMs, payload })
}

/** Which articles the portal has not had yet; from now on it has. At the first look of all none is new. */
export async function newArticles(
  transaction: Database,
  articles: readonly { id: number }[],
  nowMs: number,
): Promise<number[]> {
  const before = await transaction.selectFrom('known_articles').select('page_id').limit(1).executeTakeFirst()
  const added: number[] = []
  for (let start = 0; start < articles.length; start += ROWS_AT_ONCE) {
    const rows = articles.slice(start, start + ROWS_AT_ONCE)
    const inserted = await transaction
      .insertInto('known_articles')
      .values(rows.map(({ id }) => ({ page_id: id, known_at: nowMs })))
      .onConflict((row) => row.column('page_id').doNothing())
      .returning('page_id')
      .execute()
    added.push(...inserted.map(({ page_id }) => page_id))
  }
  return before ? added : []
}

/** The newest of all news; 0: there has been none. Builds are compared one after the other, so that ids only grow. */
export async function newestNews(db: Database): Promise<number> {
  const { newest } = await db
    .selectFrom('document_news')
    .select((row) => row.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

/** News and notices of months ago, which nobody waits for any more. */
export async function forgetNews(transaction: Database, nowMs: number): Promise<void> {
  await transaction
    .deleteFrom('document_news')
    .where('created_at', '<=', nowMs - KEPT_MS)
    // The newest stays: whoever saves a condition begins behind it.
    .where('id', '<', (row) => row.selectFrom('document_news').select((all) => all.fn.max('id').as('newest')))
    .execute()
  await transaction
    .deleteFrom('saved_search_notices')
    .where('sent_at', '<=', nowMs - KEPT_MS)
    .execute()
}
