/** Takes released objects out of the store, many with one request. */
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { BUCKETS } from '../../src/lib/contract/documents/storage.ts'
import { schedule } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import { REMOVE_OBJECTS } from './job-kinds.ts'
import type { Storage } from './storage.ts'

/** Objects of one job, and so of one request to the store for each bucket. */
const AT_ONCE = 500

export const removalPayload = v.object({ ids: v.array(v.number()), removal: v.string() })

/** Call it in the transaction that releases the objects. */
export async function scheduleRemoval(
  transaction: Database,
  ids: readonly number[],
  nowMs: number,
): Promise<void> {
  // A database gives them in any order; by age, those of one bucket lie together and need fewer requests.
  const byAge = [...ids].sort((a, b) => a - b)
  for (let start = 0; start < byAge.length; start += AT_ONCE) {
    const removal = randomUUID()
    const payload = { ids: byAge.slice(start, start + AT_ONCE), removal }
    await schedule(transaction, { kind: REMOVE_OBJECTS, key: removal, dueMs: nowMs, payload })
  }
}

/**
 * Removes what is still released. The mark comes before the request, so that nobody adopts what is about to go, and
 * names this removal, so that another one leaves it alone and this one finds it again after a crash.
 */
export async function removeObjects(
  db: Database,
  storage: Storage,
  { ids, removal }: v.InferOutput<typeof removalPayload>,
): Promise<void> {
  const marked = await db
    .updateTable('stored_objects')
    .set({ removal })
    .where('id', 'in', ids)
    .where('released_at', 'is not', null)
    .where((row) => row.or([row('removal', 'is', null), row('removal', '=', removal)]))
    .returning(['bucket', 'key'])
    .execute()
  for (const bucket of BUCKETS) {
    const keys = marked.filter((object) => object.bucket === bucket).map(({ key }) => key)
    await storage.remove(bucket, keys)
  }
  await db.deleteFrom('stored_objects').where('id', 'in', ids).where('removal', '=', removal).execute()
}
