/** The end of an upload: what was reserved is given back, and what nobody adopted is removed. */
import type { BucketName } from '../../src/lib/contract/storage.ts'
import { schedule } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import type { Services } from '../http/types.ts'
import { CLOSE_UPLOAD } from './job-kinds.ts'
import { adjust } from './quota.ts'
import type { FoundObject, Storage } from './storage.ts'

/** For an upload that began with the last token, and for what is adopted late. */
const GRACE_MS = 3_600_000
/** Keys in one query, and in one request to the store. */
const AT_ONCE = 500

export interface Upload {
  prefix: string
  bucket: BucketName
  company_id: number
  reserved_bytes: number
  expires_at: number
}

/** Ends an upload. Its tokens live on, so the prefix is looked at once more when they are over. */
export async function cancelUpload(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  companyId: number,
  prefix: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const upload = await lockUpload(transaction, prefix)
    if (upload?.company_id === companyId) await clear(transaction, storage, upload)
  })
}

/** The job at the end of an upload. What it had not been told about is removed. */
export async function closeUpload(
  transaction: Database,
  storage: Storage,
  prefix: string,
  nowMs: number,
): Promise<void> {
  const upload = await lockUpload(transaction, prefix)
  if (!upload) return
  if (upload.expires_at + GRACE_MS > nowMs) {
    await scheduleClose(transaction, prefix, upload.expires_at)
    return
  }
  await clear(transaction, storage, upload)
  await transaction.deleteFrom('uploads').where('prefix', '=', prefix).execute()
}

/** Keeps others from the upload until the transaction ends: adopting and clearing away exclude each other. */
export function lockUpload(transaction: Database, prefix: string): Promise<Upload | undefined> {
  return transaction
    .updateTable('uploads')
    .set((row) => ({ reserved_bytes: row.ref('reserved_bytes') }))
    .where('prefix', '=', prefix)
    .returning(['prefix', 'bucket', 'company_id', 'reserved_bytes', 'expires_at'])
    .executeTakeFirst()
}

export async function forgetReservation(transaction: Database, prefix: string): Promise<void> {
  await transaction.updateTable('uploads').set({ reserved_bytes: 0 }).where('prefix', '=', prefix).execute()
}

/**
 * Leaves below the prefix what was adopted, and counts that as large as it is: a token can overwrite. The company's row
 * comes last, as in every transaction here.
 */
async function clear(transaction: Database, storage: Storage, upload: Upload): Promise<void> {
  const { bucket, prefix } = upload
  await storage.abortUploads(bucket, prefix)
  const found = await storage.list(bucket, prefix)
  let grown = 0
  for (let start = 0; start < found.length; start += AT_ONCE) {
    const { others, bytes } = await measureAdopted(transaction, found.slice(start, start + AT_ONCE))
    await storage.remove(bucket, others)
    grown += bytes
  }
  await adjust(transaction, upload.company_id, { bytes: grown, reserved: -upload.reserved_bytes })
  await forgetReservation(transaction, prefix)
}

/** Writes down what adopted objects have grown by, in sum `bytes`. @returns also the keys of the others */
async function measureAdopted(
  transaction: Database,
  found: readonly FoundObject[],
): Promise<{ others: string[]; bytes: number }> {
  const left = new Map(found.map(({ key, size }) => [key, size]))
  const adopted = await transaction
    .selectFrom('stored_objects')
    .select(['id', 'key', 'size'])
    .where('key', 'in', [...left.keys()])
    .orderBy('id')
    .execute()
  let bytes = 0
  for (const { id, key, size: before } of adopted) {
    const size = left.get(key) ?? before
    left.delete(key)
    if (size === before) continue
    await transaction.updateTable('stored_objects').set({ size }).where('id', '=', id).execute()
    bytes += size - before
  }
  return { others: [...left.keys()], bytes }
}

/** Once for every time at which the upload is over. */
export function scheduleClose(db: Database, prefix: string, expiresMs: number): Promise<void> {
  const key = `${prefix}${expiresMs}`
  return schedule(db, { kind: CLOSE_UPLOAD, key, dueMs: expiresMs + GRACE_MS, payload: { prefix } })
}
