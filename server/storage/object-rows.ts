/** Objects that count, as rows. */
import type { BucketName } from '../../src/lib/contract/storage.ts'
import { schedule } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import { REMOVE_OBJECT } from './job-kinds.ts'

/** Longer than between the two requests of one upload. */
const UNUSED_MS = 3_600_000

export interface AdoptedObject {
  id: number
  key: string
  /** Bytes, as the store says. */
  size: number
}

export function findObject(
  db: Database,
  bucket: BucketName,
  key: string,
): Promise<AdoptedObject | undefined> {
  return db
    .selectFrom('stored_objects')
    .select(['id', 'key', 'size'])
    .where('key', '=', key)
    .where('bucket', '=', bucket)
    .executeTakeFirst()
}

/** It is removed when nothing holds it soon. */
export async function insertObject(
  transaction: Database,
  object: { bucket: BucketName; key: string; company_id: number; size: number },
  nowMs: number,
): Promise<AdoptedObject> {
  const adopted = await transaction
    .insertInto('stored_objects')
    .values({ ...object, created_at: nowMs })
    .returning(['id', 'key', 'size'])
    .executeTakeFirstOrThrow()
  const { id } = adopted
  const dueMs = nowMs + UNUSED_MS
  await schedule(transaction, { kind: REMOVE_OBJECT, key: `${id}-unused`, dueMs, payload: { id } })
  return adopted
}
