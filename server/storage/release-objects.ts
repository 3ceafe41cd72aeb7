/** Releases objects: without a holder an object stops counting at once, and leaves the store a minute later. */

import { randomUUID } from 'node:crypto'
import type { AliasableExpression, Expression } from 'kysely'
import * as v from 'valibot'
import { BUCKETS } from '../../src/lib/contract/documents/storage.ts'
import { MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { lockCompany } from '../company/lock-company.ts'
import { schedule } from '../db/jobs.ts'
import { inChunks } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import type { Holder } from './object-rows.ts'
import { adjust } from './quota.ts'
import { REMOVE_OBJECTS, type Storage } from './storage.ts'

/** Time in which a deletion can be undone by entering the object again. */
const TAKEN_BACK_MS = MINUTE_MS

/** Call it in the transaction that deletes the row, or gives it another object. */
export async function releaseObject(
  transaction: Database,
  objectId: number,
  { kind, id }: Pick<Holder, 'kind' | 'id'>,
  nowMs: number,
): Promise<void> {
  await lockOwners(transaction, [objectId])
  const released = await transaction
    .deleteFrom('object_holds')
    .where('object_id', '=', objectId)
    .where('kind', '=', kind)
    .where('holder_id', '=', id)
    .returning('object_id')
    .executeTakeFirst()
  if (released) await giveBack(transaction, [objectId], nowMs, TAKEN_BACK_MS)
}

/** The same for all `holders`, a query of rows, in a handful of statements, before the rows are deleted. */
export async function releaseObjects(
  transaction: Database,
  kind: Holder['kind'],
  holders: AliasableExpression<{ id: number; object_id: number }>,
  nowMs: number,
): Promise<void> {
  const holding = transaction.selectFrom(holders.as('holder'))
  const objects = holding.select('holder.object_id').$asScalar()
  await lockOwners(transaction, objects)
  await transaction
    .deleteFrom('object_holds')
    .where('kind', '=', kind)
    .where((hold) =>
      hold(
        hold.refTuple('object_id', 'holder_id'),
        'in',
        holding.select(['holder.object_id', 'holder.id']).$asTuple('object_id', 'id'),
      ),
    )
    .execute()
  await giveBack(transaction, objects, nowMs, TAKEN_BACK_MS)
}

/** Releases objects without a holder: some time after their adoption, or when their upload is cancelled. */
export async function releaseUnused(
  transaction: Database,
  objectIds: readonly number[],
  nowMs: number,
): Promise<void> {
  await lockOwners(transaction, objectIds)
  await giveBack(transaction, objectIds, nowMs)
}

type ObjectIds = readonly number[] | Expression<number | null>

/** Call it before locking objects: a transaction that counts, holds or releases an object locks its company first. */
export async function lockOwners(transaction: Database, objects: ObjectIds): Promise<void> {
  const owners = await transaction
    .selectFrom('stored_objects')
    .select('company_id')
    .distinct()
    .where('id', 'in', objects)
    .orderBy('company_id')
    .execute()
  for (const { company_id } of owners) await lockCompany(transaction, company_id)
}

async function giveBack(transaction: Database, objects: ObjectIds, nowMs: number, keptMs = 0): Promise<void> {
  const released = await transaction
    .updateTable('stored_objects')
    .set({ released_at: nowMs })
    .where('id', 'in', objects)
    .where('released_at', 'is', null)
    .where((object) =>
      object.not(
        object.exists(
          object
            .selectFrom('object_holds')
            .select('object_id')
            .whereRef('object_holds.object_id', '=', 'stored_objects.id'),
        ),
      ),
    )
    .returning((row) => ['id', 'company_id', row.fn.coalesce('counted_bytes', 'size').as('counted')])
    .execute()
  const freed = new Map<number, number>()
  for (const { company_id, counted } of released) {
    freed.set(company_id, (freed.get(company_id) ?? 0) + counted)
  }
  for (const [companyId, bytes] of freed) await adjust(transaction, companyId, { bytes: -bytes })
  await scheduleRemoval(
    transaction,
    released.map(({ id }) => id),
    nowMs + keptMs,
  )
}

export const removalPayload = v.object({ ids: v.array(v.number()), removal: v.string() })

/** Call it in the transaction that releases the objects. */
export async function scheduleRemoval(
  transaction: Database,
  ids: readonly number[],
  dueMs: number,
): Promise<void> {
  // In any order from the database; by age, those of one bucket are together and need fewer requests.
  const byAge = [...ids].sort((a, b) => a - b)
  for (const some of inChunks(byAge)) {
    const removal = randomUUID()
    const payload = { ids: some, removal }
    await schedule(transaction, { kind: REMOVE_OBJECTS, key: removal, dueMs, payload })
  }
}

/** The mark comes before the request and names this removal, so that no one adopts them and a crash finds them again. */
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
