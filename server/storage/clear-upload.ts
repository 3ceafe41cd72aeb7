/** Takes away what lies below the prefix of an upload and was never adopted. */
import type { BucketName } from '../../src/lib/contract/documents/storage.ts'
import type { Database } from '../db/schema.ts'
import { adjust, lockRoom } from './quota.ts'
import { releaseUnused } from './release-objects.ts'
import type { FoundObject, Storage } from './storage.ts'

/** Keys in one query, and in one request to the store. */
const AT_ONCE = 500

interface ClosedUpload {
  prefix: string
  bucket: BucketName
  company_id: number
}

interface Clearing {
  /** Someone gave the upload up at this time: what was adopted and nothing holds is released, too. */
  cancelledAt?: number
}

/** Removes what a closed upload left, except adopted objects. Their size is read again: the token could overwrite them. */
export async function clearUpload(
  db: Database,
  storage: Storage,
  { bucket, prefix, company_id }: ClosedUpload,
  { cancelledAt }: Clearing = {},
): Promise<void> {
  await storage.abortUploads(bucket, prefix)
  const found = await storage.list(bucket, prefix)
  for (let start = 0; start < found.length; start += AT_ONCE) {
    const some = found.slice(start, start + AT_ONCE)
    const others = await db.transaction().execute(async (transaction) => {
      const { adopted, others } = await measureAdopted(transaction, company_id, some)
      if (cancelledAt !== undefined && adopted.length > 0)
        await releaseUnused(transaction, adopted, cancelledAt)
      return others
    })
    await storage.remove(bucket, others)
  }
}

/** Counts what adopted objects have grown by. @returns their ids, and the keys of the others */
async function measureAdopted(
  transaction: Database,
  companyId: number,
  found: readonly FoundObject[],
): Promise<{ adopted: number[]; others: string[] }> {
  await lockRoom(transaction, companyId)
  const left = new Map(found.map(({ key, size }) => [key, size]))
  const adopted = await transaction
    .selectFrom('stored_objects')
    .select(['id', 'key', 'size', 'released_at'])
    .where('key', 'in', [...left.keys()])
    .orderBy('id')
    .execute()
  let bytes = 0
  for (const { id, key, size: before, released_at } of adopted) {
    const size = left.get(key) ?? before
    left.delete(key)
    if (size === before) continue
    await transaction.updateTable('stored_objects').set({ size }).where('id', '=', id).execute()
    if (released_at === null) bytes += size - before
  }
  await adjust(transaction, companyId, { bytes })
  return { adopted: adopted.map(({ id }) => id), others: [...left.keys()] }
}
