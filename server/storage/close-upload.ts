/** The end of an upload: what was reserved is given back, and what nobody adopted is removed. */
import { type BucketName, RESUME_HOURS, TOKEN_SECONDS } from '../../src/lib/contract/documents/storage.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import { schedule } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import type { Services } from '../http/types.ts'
import { clearUpload } from './clear-upload.ts'
import { CLOSE_UPLOAD } from './job-kinds.ts'
import { adjust } from './quota.ts'

type Closing = Pick<Services, 'db' | 'storage' | 'securityLog' | 'now'>

/** For a request that began with the last token, and for what is adopted late. */
const LATE_MS = HOUR_MS

export interface Upload {
  prefix: string
  bucket: BucketName
  company_id: number
  reserved_bytes: number
  expires_at: number
  opened_at: number
  closed: 0 | 1
}

/**
 * Ends an upload, whatever step it is at: what was adopted and is about to be used is refused from then on. On Aliyun its
 * tokens live on, so the prefix is looked at once more when they are over.
 */
export async function cancelUpload(services: Closing, companyId: number, prefix: string): Promise<void> {
  const upload = await services.db.transaction().execute(async (transaction) => {
    const found = await lockUpload(transaction, prefix)
    if (found?.company_id !== companyId) return undefined
    await markClosed(transaction, found)
    return found
  })
  if (upload) await clearUpload(services, upload, { cancelledAt: services.now() })
}

/** The job at the end of an upload. What it had not been told about is removed. */
export async function closeUpload(services: Closing, prefix: string): Promise<void> {
  const { db, now } = services
  const upload = await db.transaction().execute(async (transaction) => {
    const found = await lockUpload(transaction, prefix)
    if (!found) return undefined
    const overMs = overOf(found)
    if (overMs > now()) {
      await scheduleAt(transaction, prefix, overMs)
      return undefined
    }
    await markClosed(transaction, found)
    return found
  })
  if (!upload) return
  await clearUpload(services, upload)
  await db.deleteFrom('uploads').where('prefix', '=', prefix).where('object_id', 'is', null).execute()
}

/** From here on nothing below the prefix is adopted, so that clearing it away needs no lock. */
async function markClosed(transaction: Database, upload: Upload): Promise<void> {
  const { prefix, company_id, reserved_bytes } = upload
  await transaction
    .updateTable('uploads')
    .set({ closed: 1, reserved_bytes: 0 })
    .where('prefix', '=', prefix)
    .execute()
  await adjust(transaction, company_id, { reserved: -reserved_bytes })
}

/** Keeps others from the upload until the transaction ends: adopting and closing exclude each other. */
export function lockUpload(transaction: Database, prefix: string): Promise<Upload | undefined> {
  return transaction
    .updateTable('uploads')
    .set((row) => ({ reserved_bytes: row.ref('reserved_bytes') }))
    .where('prefix', '=', prefix)
    .returning(['prefix', 'bucket', 'company_id', 'reserved_bytes', 'expires_at', 'opened_at', 'closed'])
    .executeTakeFirst()
}

/** It has brought what it was for: the room that was reserved is the caller's to settle. */
export async function closeWith(transaction: Database, prefix: string, object_id: number): Promise<void> {
  await transaction
    .updateTable('uploads')
    .set({ closed: 1, reserved_bytes: 0, object_id })
    .where('prefix', '=', prefix)
    .execute()
}

/** What still has room waits for somebody to go on with it: until the last token that it can get is over. */
function overOf({ expires_at, opened_at, reserved_bytes }: Upload): number {
  return reserved_bytes > 0 ? opened_at + RESUME_HOURS * HOUR_MS + TOKEN_SECONDS * 1000 : expires_at + LATE_MS
}

/** @param expiresMs when its token is over */
export function scheduleClose(db: Database, prefix: string, expiresMs: number): Promise<void> {
  return scheduleAt(db, prefix, expiresMs + LATE_MS)
}

/** Once for every time at which the upload may be over. */
function scheduleAt(db: Database, prefix: string, dueMs: number): Promise<void> {
  return schedule(db, { kind: CLOSE_UPLOAD, key: `${prefix}${dueMs}`, dueMs, payload: { prefix } })
}
