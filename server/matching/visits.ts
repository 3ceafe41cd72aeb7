/** New items of 最新匹配政策: those that the portal got after the company last looked. */
import { MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import type { KeptCatalogue } from '../catalogue/kept-catalogue.ts'
import { inChunks } from '../db/page.ts'
import type { Database } from '../db/schema.ts'

/** The longest pause within one visit: paging and reloading keep the items new. */
const VISIT_GAP_MS = 30 * MINUTE_MS

const recorded = new WeakMap<Database, KeptCatalogue>()

/** Stores when each item first appeared. Call it before every look, so that no arrival is later than the look. */
export async function recordArrivals(db: Database, catalogue: KeptCatalogue, nowMs: number): Promise<void> {
  if (recorded.get(db) === catalogue) return
  for (const ids of inChunks([...new Set(catalogue.items.map(({ id }) => id))])) {
    await db
      .insertInto('item_arrivals')
      .values(ids.map((item_id) => ({ item_id, arrived_at: nowMs })))
      .onConflict((existing) => existing.column('item_id').doNothing())
      .execute()
  }
  recorded.set(db, catalogue)
}

export async function newItems(
  db: Database,
  companyId: number,
  nowMs: number,
): Promise<ReadonlyMap<number, number>> {
  const visit = await db
    .selectFrom('match_visits')
    .select(['seen_at', 'since'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!visit) return new Map()
  const since = visit.seen_at < nowMs - VISIT_GAP_MS ? visit.seen_at : visit.since
  if (since === null) return new Map()
  const rows = await db
    .selectFrom('item_arrivals')
    .select(['item_id', 'arrived_at'])
    .where('arrived_at', '>', since)
    .execute()
  return new Map(rows.map(({ item_id, arrived_at }) => [item_id, arrived_at]))
}

/** Records a look, which belongs to the current visit or begins the next one. */
export async function noteLook(db: Database, companyId: number, nowMs: number): Promise<void> {
  await db
    .insertInto('match_visits')
    .values({ company_id: companyId, seen_at: nowMs, since: null })
    .onConflict((existing) =>
      existing.column('company_id').doUpdateSet((row) => ({
        seen_at: nowMs,
        since: row
          .case()
          .when('match_visits.seen_at', '<', nowMs - VISIT_GAP_MS)
          .then(row.ref('match_visits.seen_at'))
          .else(row.ref('match_visits.since'))
          .end(),
      })),
    )
    .execute()
}
