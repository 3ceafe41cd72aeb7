/** Lock the object, insert the row with the returned id, hold the object for the row, all in one transaction. */
import type { Selectable } from 'kysely'
import type { BucketName } from '../../src/lib/contract/documents/storage.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import { lockCompany } from '../company/lock-company.ts'
import { schedule } from '../db/jobs.ts'
import type { Database, Tables } from '../db/schema.ts'
import type { LockedObjectId } from '../db/tables/storage.ts'
import { Refusal } from '../http/refusal.ts'
import { RELEASE_UNUSED } from './storage.ts'

/** Longer than the time between the two requests of an upload. */
const UNUSED_MS = HOUR_MS

export type KnownBytes = Pick<Selectable<Tables['stored_objects']>, 'size' | 'etag' | 'crc64'>

/** It counts, but may be released at any time: a row may refer to it only after `lockObject` returned. */
export interface AdoptedObject {
  id: number
  key: string
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

/** @param object with `released_at` it does not count, and the caller schedules its removal */
export function insertObject(
  transaction: Database,
  object: {
    bucket: BucketName
    key: string
    company_id: number
    created_at: number
    released_at?: number
    counted_bytes?: number
    scan: 'pending' | 'clean'
  } & KnownBytes,
): Promise<AdoptedObject> {
  return transaction
    .insertInto('stored_objects')
    .values(object)
    .returning(['id', 'key', 'size'])
    .executeTakeFirstOrThrow()
}

/** Schedules the release of an object that nothing holds soon. Call it when the object begins to count. */
export function scheduleRelease(transaction: Database, id: number, nowMs: number): Promise<void> {
  const key = `${id}-unused-${nowMs}`
  return schedule(transaction, { kind: RELEASE_UNUSED, key, dueMs: nowMs + UNUSED_MS, payload: { id } })
}

export type HolderKind =
  | 'document_file'
  | 'chat_message'
  | 'chat_file'
  | 'service_file'
  | 'advisory_attachment'
  | 'additional'
  | 'provider'

export interface Holder {
  kind: HolderKind
  id: number
  companyId: number
  operators: boolean
}

export interface LockedObject extends AdoptedObject {
  id: LockedObjectId
}

/** Keeps an object until the transaction ends. Locks its company first. @throws Refusal 404 if it was released */
export async function lockObject(
  transaction: Database,
  { id }: Pick<AdoptedObject, 'id'>,
): Promise<LockedObject> {
  const owner = await transaction
    .selectFrom('stored_objects')
    .select('company_id')
    // Not missed by tests: the lock of another company shows only where two race.
    .where('id', '=', id)
    .executeTakeFirstOrThrow(objectGone)
  await lockCompany(transaction, owner.company_id)
  const object = await transaction
    .selectFrom('stored_objects')
    .select(['id', 'key', 'size'])
    .where('id', '=', id)
    .where('released_at', 'is', null)
    .executeTakeFirstOrThrow(objectGone)
  return { ...object, id: object.id as LockedObjectId }
}

/** Call it in the transaction that writes the row. The same holder may hold an object twice; it counts once. */
export async function holdObject(
  transaction: Database,
  { id: object_id }: LockedObject,
  { kind, id, companyId, operators }: Holder,
): Promise<void> {
  await transaction
    .insertInto('object_holds')
    .values({ object_id, kind, holder_id: id, company_id: companyId, operators: operators ? 1 : 0 })
    .onConflict((row) => row.columns(['object_id', 'kind', 'holder_id']).doNothing())
    .execute()
}

export function objectGone(): Refusal {
  return new Refusal(CODES.none, '文件已失效，请重新上传')
}
