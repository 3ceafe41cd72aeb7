/**
 * How a row comes to use an object: the object is locked, the row inserted with the id that the lock gave, the object
 * held for the row, all in one transaction. The other way round, the object's removal could come between.
 */
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Database } from '../db/schema.ts'
import type { LockedObjectId } from '../db/tables/storage.ts'
import { Refusal } from '../http/refusal.ts'
import type { AdoptedObject } from './object-rows.ts'
import { lockRoom } from './quota.ts'

export type HolderKind =
  | 'document_file'
  | 'chat_message'
  | 'chat_file'
  | 'service_file'
  | 'advisory_attachment'
  | 'additional'
  | 'provider'

/** A row that uses an object. */
export interface Holder {
  kind: HolderKind
  id: number
  /** Its people may read the object. */
  companyId: number
  /** Whether operators may read it, too. */
  operators: boolean
}

export interface LockedObject extends AdoptedObject {
  id: LockedObjectId
}

/**
 * Keeps an object until the transaction ends. It locks its company's row, so locks of the caller's own come before.
 * @throws Refusal 404 when the object was released meanwhile
 */
export async function lockObject(
  transaction: Database,
  { id }: Pick<AdoptedObject, 'id'>,
): Promise<LockedObject> {
  const owner = await transaction
    .selectFrom('stored_objects')
    .select('company_id')
    // Not missed by tests: the lock of another company shows only where two race.
    .where('id', '=', id)
    .executeTakeFirst()
  if (!owner) throw objectGone()
  await lockRoom(transaction, owner.company_id)
  const object = await transaction
    .selectFrom('stored_objects')
    .select(['id', 'key', 'size'])
    .where('id', '=', id)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  if (!object) throw objectGone()
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
