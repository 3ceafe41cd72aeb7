/** Removes objects below the prefix of an upload that were never adopted. */
import type { BucketName } from '../../src/lib/contract/documents/storage.ts'
import type { Database } from '../db/schema.ts'
import type { Services } from '../http/types.ts'
import { releaseUnused } from './release-objects.ts'
import type { FoundObject } from './storage.ts'
import { isUnchanged, reportChanged, STORED_BYTES } from './unchanged.ts'

/** Keys in one query, and in one request to the store. */
const AT_ONCE = 500

interface ClosedUpload {
  prefix: string
  bucket: BucketName
}

interface Clearing {
  /** Time of a cancellation: then adopted objects without a holder are released, too. */
  cancelledAt?: number
}

/**
 * Removes the rest of a closed upload, except adopted objects. An overwritten object is removed and reported: Aliyun's tokens
 * can overwrite unless the bucket forbids it.
 */
export async function clearUpload(
  { db, storage, securityLog }: Pick<Services, 'db' | 'storage' | 'securityLog'>,
  { bucket, prefix }: ClosedUpload,
  { cancelledAt }: Clearing = {},
): Promise<void> {
  await storage.abortUploads(bucket, prefix)
  const found = await storage.list(bucket, prefix)
  for (let start = 0; start < found.length; start += AT_ONCE) {
    const some = found.slice(start, start + AT_ONCE)
    const adopted = await findAdopted(db, some)
    if (cancelledAt !== undefined && adopted.size > 0) {
      const ids = [...adopted.values()].map(({ id }) => id)
      await db.transaction().execute((transaction) => releaseUnused(transaction, ids, cancelledAt))
    }
    const others = some.filter((object) => {
      const known = adopted.get(object.key)
      if (!known) return true
      if (isUnchanged(known, object)) return false
      reportChanged(securityLog, known)
      return true
    })
    await storage.remove(
      bucket,
      others.map(({ key }) => key),
    )
  }
}

/** By their keys. */
async function findAdopted(db: Database, found: readonly FoundObject[]) {
  const rows = await db
    .selectFrom('stored_objects as object')
    .select(STORED_BYTES)
    .where(
      'key',
      'in',
      found.map(({ key }) => key),
    )
    .execute()
  return new Map(rows.map((row) => [row.key, row]))
}
