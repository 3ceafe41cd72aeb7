/** Objects as rows. */

import type { Selectable } from 'kysely'
import type { BucketName } from '../../src/lib/contract/documents/storage.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import { schedule } from '../db/jobs.ts'
import type { Database, Tables } from '../db/schema.ts'
import { RELEASE_UNUSED } from './job-kinds.ts'

/** Longer than between the two requests of one upload. */
const UNUSED_MS = HOUR_MS

/** What the bytes of an object were when it was adopted. */
export type KnownBytes = Pick<Selectable<Tables['stored_objects']>, 'size' | 'etag' | 'crc64'>

/** It counts, but may be released at any time: a row may refer to it only after `lockObject`. */
export interface AdoptedObject {
  id: number
  key: string
  /** Bytes, as the store says. */
  size: number
}

export interface ObjectRow extends AdoptedObject, KnownBytes {
  released_at: number | null
  removal: string | null
}

export function findObject(db: Database, bucket: BucketName, key: string): Promise<ObjectRow | undefined> {
  return db
    .selectFrom('stored_objects')
    .select(['id', 'key', 'size', 'etag', 'crc64', 'released_at', 'removal'])
    .where('key', '=', key)
    .where('bucket', '=', bucket)
    .executeTakeFirst()
}

/** @param object with `released_at` it does not count, and its removal has to be scheduled */
export function insertObject(
  transaction: Database,
  object: {
    bucket: BucketName
    key: string
    company_id: number
    created_at: number
    released_at?: number
    scan?: 'pending' | 'clean'
  } & KnownBytes,
): Promise<AdoptedObject> {
  return transaction
    .insertInto('stored_objects')
    .values(object)
    .returning(['id', 'key', 'size'])
    .executeTakeFirstOrThrow()
}

/** Call it when an object begins to count: it is released unless something holds it soon. */
export function scheduleRelease(transaction: Database, id: number, nowMs: number): Promise<void> {
  const key = `${id}-unused-${nowMs}`
  return schedule(transaction, { kind: RELEASE_UNUSED, key, dueMs: nowMs + UNUSED_MS, payload: { id } })
}
