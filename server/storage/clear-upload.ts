import type { BucketName } from '../../src/lib/contract/documents/storage.ts'
import { inChunks } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import type { Services } from '../http/types.ts'
import { releaseUnused } from './release-objects.ts'
import type { FoundObject } from './storage.ts'
import { isUnchanged, reportChanged, STORED_BYTES } from './unchanged.ts'

interface ClosedUpload {
  prefix: string
  bucket: BucketName
}

interface Clearing {
  /** Time of a cancellation: then adopted objects without a holder are released, too. */
  cancelledAt?: number
}

/** Removes the rest of a closed upload. An overwritten object is removed and reported. */
export async function clearUpload(
  { db, storage, securityLog }: Pick<Services, 'db' | 'storage' | 'securityLog'>,
  { bucket, prefix }: ClosedUpload,
  { cancelledAt }: Clearing = {},
): Promise<void> {
  await storage.abortUploads(bucket, prefix)
  const found = await storage.list(bucket, prefix)
  for (const some of inChunks(found)) {
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
