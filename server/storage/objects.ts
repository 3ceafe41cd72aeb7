/** Objects of companies: counted once, held by what uses them, removed when nothing does. */

import type { Customer } from '../../src/lib/contract/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { BucketName } from '../../src/lib/contract/storage.ts'
import { schedule } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { forgetReservation, lockUpload } from './close-upload.ts'
import { REMOVE_OBJECT } from './job-kinds.ts'
import { type AdoptedObject, findObject, insertObject } from './object-rows.ts'
import { adjust, settle, storageFull } from './quota.ts'

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

const MISSING = '没有找到上传的文件，请重新上传'
/** An object that is about to be removed cannot be held any more. */
const GONE = '文件已失效，请重新上传'

/**
 * Counts an object that the company has put into the store, once however often it is called. To be called before the
 * transaction that holds the object; one that nothing holds within an hour is removed.
 * @throws Refusal 404 unless it lies below an upload of the company, 400 with `overflow` when it has no room: then it is
 * removed from the store
 */
export async function adoptObject(
  { db, storage, now }: Pick<Services, 'db' | 'storage' | 'now'>,
  companyId: number,
  { hash_name: key, bucket }: { hash_name: string; bucket: BucketName },
): Promise<AdoptedObject> {
  const isOwn = key.startsWith(`companies/${companyId}/`)
  const known = isOwn && (await findObject(db, bucket, key))
  if (known) return known
  const size = isOwn ? await storage.sizeOf(bucket, key) : undefined
  if (size === undefined) throw new Refusal(CODES.none, MISSING)
  const prefix = key.slice(0, key.lastIndexOf('/') + 1)
  const adopted = await db.transaction().execute(async (transaction) => {
    const upload = await lockUpload(transaction, prefix)
    if (upload?.bucket !== bucket) throw new Refusal(CODES.none, MISSING)
    const sooner = await findObject(transaction, bucket, key)
    if (sooner) return sooner
    if (!(await settle(transaction, companyId, { bytes: size, reserved: upload.reserved_bytes }))) {
      await adjust(transaction, companyId, { reserved: -upload.reserved_bytes })
      await forgetReservation(transaction, prefix)
      await storage.remove(bucket, [key])
      return undefined
    }
    await forgetReservation(transaction, prefix)
    return insertObject(transaction, { bucket, key, company_id: companyId, size }, now())
  })
  if (!adopted) throw storageFull()
  return adopted
}

/** Keeps the object's row from being changed by others until the transaction ends; undefined: there is none. */
export function lockObject(transaction: Database, objectId: number) {
  return transaction
    .updateTable('stored_objects')
    .set((row) => ({ size: row.ref('size') }))
    .where('id', '=', objectId)
    .returning(['id', 'bucket', 'key', 'company_id', 'size'])
    .executeTakeFirst()
}

/**
 * To be called in the transaction that writes the row which uses the object. Held twice by one holder is held once.
 * @throws Refusal 404 when nothing held the object for an hour, so that it was removed
 */
export async function holdObject(
  transaction: Database,
  objectId: number,
  { kind, id, companyId, operators }: Holder,
): Promise<void> {
  if (!(await lockObject(transaction, objectId))) throw new Refusal(CODES.none, GONE)
  await transaction
    .insertInto('object_holds')
    .values({
      object_id: objectId,
      kind,
      holder_id: id,
      company_id: companyId,
      operators: operators ? 1 : 0,
    })
    .onConflict((row) => row.columns(['object_id', 'kind', 'holder_id']).doNothing())
    .execute()
}

/** To be called in the transaction that deletes the row; an object that nothing holds any more is removed soon after. */
export async function releaseObject(
  transaction: Database,
  objectId: number,
  { kind, id }: Pick<Holder, 'kind' | 'id'>,
  nowMs: number,
): Promise<void> {
  const released = await transaction
    .deleteFrom('object_holds')
    .where('object_id', '=', objectId)
    .where('kind', '=', kind)
    .where('holder_id', '=', id)
    .returning('object_id')
    .executeTakeFirst()
  if (!released) return
  const key = `${objectId}-${kind}-${id}-${nowMs}`
  await schedule(transaction, { kind: REMOVE_OBJECT, key, dueMs: nowMs, payload: { id: objectId } })
}

/**
 * A URL that is good for five minutes and saves the file under its local name.
 * @throws Refusal 404 unless the object is the company's own, or held by something that the customer may read
 */
export async function downloadUrl(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  customer: Pick<Customer, 'company_id' | 'role'>,
  file: { filename_local: string; filename_server: string },
  bucket: BucketName,
): Promise<string> {
  const found = await db
    .selectFrom('stored_objects as object')
    .select('object.key')
    .where('object.key', '=', file.filename_server)
    .where('object.bucket', '=', bucket)
    .where((object) =>
      object.or([
        object('object.company_id', '=', customer.company_id),
        object.exists(
          object
            .selectFrom('object_holds as hold')
            .select('hold.object_id')
            .whereRef('hold.object_id', '=', 'object.id')
            .where((hold) =>
              hold.or([
                hold('hold.company_id', '=', customer.company_id),
                ...(customer.role === 'operator' ? [hold('hold.operators', '=', 1)] : []),
              ]),
            ),
        ),
      ]),
    )
    .executeTakeFirst()
  if (!found) throw new Refusal(CODES.none, '没有找到这个文件，它可能已被删除')
  return storage.signedDownload(bucket, found.key, file.filename_local)
}
