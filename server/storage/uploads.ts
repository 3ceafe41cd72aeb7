/** Uploads. The holder of a token writes below a random prefix; the end removes objects that no one has adopted. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import {
  type BucketName,
  MAX_OPEN_UPLOADS,
  MAX_TOKENS,
  MAX_UNSIZED_UPLOADS,
  RESUME_HOURS,
  type StoredUpload,
  TOKEN_SECONDS,
  UNSIZED_BYTES,
  type UploadToken,
} from '../../src/lib/contract/documents/storage.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import { lockCompany } from '../company/lock-company.ts'
import { schedule } from '../db/jobs.ts'
import { countRows, toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import type { Grant } from '../objects/authenticate.ts'
import { clearUpload } from './clear-upload.ts'
import { adjust, refuseTooManyFiles, reserveBytes, storageFull } from './quota.ts'
import { CLOSE_UPLOAD, type Storage, type UploadScope } from './storage.ts'

const OVER = '上传已过期，请重新上传'

type Uploader = Pick<Customer, 'id' | 'company_id'>
type StorageServices = Pick<Services, 'db' | 'storage' | 'now'>

interface Opening {
  bucket: BucketName
  size?: number | undefined
  /** Made by the browser; undefined for a new one. */
  prefix?: string | undefined
}

/** Reserves `size` bytes once: an open prefix only gets new keys. @throws Refusal 400 with `overflow`, 400, 429, 404 when over */
export async function openUpload(
  services: StorageServices,
  uploader: Uploader,
  { bucket, size = 0, prefix = newPrefix(uploader.company_id) }: Opening,
): Promise<UploadToken> {
  const companyId = uploader.company_id
  if (!prefix.startsWith(`companies/${companyId}/`)) throw new Refusal(CODES.none, OVER)
  const { db, now } = services
  const nowMs = now()
  const expires_at = nowMs + TOKEN_SECONDS * 1000
  // Before any write, so that a failure of the store leaves nothing behind.
  const token = await issueToken(services.storage, bucket, {
    prefix,
    customerId: uploader.id,
    bytes: allowed(size),
  })
  const isNew = await db.transaction().execute(async (transaction) => {
    const opened = await transaction
      .insertInto('uploads')
      .values({ prefix, bucket, company_id: companyId, reserved_bytes: size, expires_at, opened_at: nowMs })
      .onConflict((row) => row.column('prefix').doNothing())
      .returning('prefix')
      .executeTakeFirst()
    if (!opened) return false
    if (await hasObject(transaction, { bucket, prefix })) throw new Refusal(CODES.none, OVER)
    if (!(await reserveBytes(transaction, companyId, size))) throw storageFull()
    await refuseTooManyFiles(transaction, companyId)
    await refuseTooMany(transaction, companyId, nowMs)
    if (size === 0) await refuseManyUnsized(transaction, companyId)
    await scheduleClose(transaction, prefix, expires_at)
    return true
  })
  return isNew ? token : renewUpload(services, uploader, { bucket, prefix })
}

/** Finds also objects of forgotten uploads. Uses the expression of its index (migrations/0008.sql). */
async function hasObject(
  db: Database,
  { bucket, prefix }: Pick<UploadScope, 'prefix'> & { bucket: BucketName },
): Promise<boolean> {
  const below = sql<string>`substr(key, 1, 34 + length(cast(company_id as text)))`
  const object = await db
    .selectFrom('stored_objects')
    .select('id')
    .where(below, '=', prefix)
    .where('bucket', '=', bucket)
    .executeTakeFirst()
  return object !== undefined
}

function newPrefix(companyId: number): string {
  return `companies/${companyId}/${randomBytes(16).toString('base64url')}/`
}

function allowed(reserved_bytes: number): number {
  return reserved_bytes === 0 ? UNSIZED_BYTES : reserved_bytes
}

export async function renewUpload(
  services: StorageServices,
  { id: customerId, company_id }: Uploader,
  { bucket, prefix }: { bucket: BucketName; prefix: string },
): Promise<UploadToken> {
  const nowMs = services.now()
  const renewed = await services.db
    .updateTable('uploads')
    .set({ expires_at: nowMs + TOKEN_SECONDS * 1000 })
    .where('prefix', '=', prefix)
    .where('bucket', '=', bucket)
    .where('company_id', '=', company_id)
    .where('closed', '=', 0)
    .where('opened_at', '>=', nowMs - RESUME_HOURS * HOUR_MS)
    .returning('reserved_bytes')
    .executeTakeFirst()
  if (!renewed) throw new Refusal(CODES.none, OVER, await storedBy(services.db, company_id, prefix))
  return issueToken(services.storage, bucket, { prefix, customerId, bytes: allowed(renewed.reserved_bytes) })
}

/** Returns the object of an upload, for a browser that missed the answer. */
async function storedBy(db: Database, companyId: number, prefix: string): Promise<{ stored?: StoredUpload }> {
  const stored = await db
    .selectFrom('uploads')
    .innerJoin('stored_objects as object', 'object.id', 'uploads.object_id')
    .select(['object.key', 'object.size', 'object.crc64'])
    .where('prefix', '=', prefix)
    .where('uploads.company_id', '=', companyId)
    .where('object.released_at', 'is', null)
    .executeTakeFirst()
  return stored ? { stored } : {}
}

export async function isStillOpen(db: Database, { prefix, holder }: Grant): Promise<boolean> {
  const open = await db
    .selectFrom('uploads')
    .innerJoin('customers', 'customers.company_id', 'uploads.company_id')
    .select('prefix')
    .where('prefix', '=', prefix)
    .where('closed', '=', 0)
    .where('customers.id', '=', Number(holder))
    .executeTakeFirst()
  return open !== undefined
}

async function issueToken(storage: Storage, bucket: BucketName, scope: UploadScope): Promise<UploadToken> {
  const keys = await storage.issueKeys(bucket, scope, TOKEN_SECONDS)
  const place = storage.place(bucket)
  return {
    key: scope.prefix,
    OSSAccessKeyId: keys.accessKeyId,
    access_key_secret: keys.accessKeySecret,
    'x-oss-security-token': keys.securityToken,
    bucket: place.bucket,
    region: place.region,
    endpoint: place.endpoint,
    path_style: place.pathStyle,
    expiration: toTimestamp(keys.expiresAtMs),
  }
}

/** Limits uploads of unknown size, for which no space is reserved. */
async function refuseManyUnsized(db: Database, companyId: number): Promise<void> {
  const open = db
    .selectFrom('uploads')
    .where('company_id', '=', companyId)
    .where('reserved_bytes', '=', 0)
    .where('closed', '=', 0)
  if ((await countRows(open)) > MAX_UNSIZED_UPLOADS) throw tooManyUploads()
}

function tooManyUploads(): Refusal {
  return new Refusal(CODES.tooOften, '正在进行的上传过多，请稍后再试')
}

/** Limits open uploads, and tokens: a finished upload keeps its token, but no space. */
async function refuseTooMany(db: Database, companyId: number, nowMs: number): Promise<void> {
  const { tokens, open } = await db
    .selectFrom('uploads')
    .select(({ fn, case: when }) => [
      fn.countAll<number>().as('tokens'),
      fn.count<number>(when().when('reserved_bytes', '>', 0).then(1).end()).as('open'),
    ])
    .where('company_id', '=', companyId)
    .where('expires_at', '>', nowMs)
    .executeTakeFirstOrThrow()
  if (open > MAX_OPEN_UPLOADS || tokens > MAX_TOKENS) throw tooManyUploads()
}

type Closing = Pick<Services, 'db' | 'storage' | 'securityLog' | 'now'>

/** For a request that began with the last token, and for a late adoption. */
const LATE_MS = HOUR_MS
/** Longer than an upload may stay open. */
const KEPT_MS = 2 * RESUME_HOURS * HOUR_MS

export interface Upload {
  prefix: string
  bucket: BucketName
  company_id: number
  reserved_bytes: number
  expires_at: number
  opened_at: number
  closed: 0 | 1
}

/** Ends an upload at any step. On Aliyun its tokens live on, so a job clears the prefix again after they expire. */
export async function cancelUpload(services: Closing, companyId: number, prefix: string): Promise<void> {
  const upload = await services.db.transaction().execute(async (transaction) => {
    const found = await lockUpload(transaction, prefix)
    if (found?.company_id !== companyId) return undefined
    await markClosed(transaction, found)
    return found
  })
  if (upload) await clearUpload(services, upload, { cancelledAt: services.now() })
}

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

/** After that nothing below the prefix is adopted, so that clearing it needs no lock. */
async function markClosed(transaction: Database, upload: Upload): Promise<void> {
  const { prefix, company_id, reserved_bytes } = upload
  await transaction
    .updateTable('uploads')
    .set({ closed: 1, reserved_bytes: 0 })
    .where('prefix', '=', prefix)
    .execute()
  await adjust(transaction, company_id, { reserved: -reserved_bytes })
}

/** Locks the upload, after its company: adopting and closing exclude each other. */
export async function lockUpload(transaction: Database, prefix: string): Promise<Upload | undefined> {
  const owner = await transaction
    .selectFrom('uploads')
    .select('company_id')
    .where('prefix', '=', prefix)
    .executeTakeFirst()
  if (!owner) return undefined
  await lockCompany(transaction, owner.company_id)
  return transaction
    .updateTable('uploads')
    .set((row) => ({ reserved_bytes: row.ref('reserved_bytes') }))
    .where('prefix', '=', prefix)
    .returning(['prefix', 'bucket', 'company_id', 'reserved_bytes', 'expires_at', 'opened_at', 'closed'])
    .executeTakeFirst()
}

export async function forgetUploads(db: Database, nowMs: number): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('closed', '=', 1)
    .where('object_id', 'is', null)
    .where('expires_at', '<=', nowMs - KEPT_MS)
    .execute()
}

/** Closes an upload with its object; the caller settles the reserved space. */
export async function closeWith(transaction: Database, prefix: string, object_id: number): Promise<void> {
  await transaction
    .updateTable('uploads')
    .set({ closed: 1, reserved_bytes: 0, object_id })
    .where('prefix', '=', prefix)
    .execute()
}

/** An upload with reserved space stays open until its last possible token expires. */
function overOf({ expires_at, opened_at, reserved_bytes }: Upload): number {
  return reserved_bytes > 0 ? opened_at + RESUME_HOURS * HOUR_MS + TOKEN_SECONDS * 1000 : expires_at + LATE_MS
}

export function scheduleClose(db: Database, prefix: string, expiresMs: number): Promise<void> {
  return scheduleAt(db, prefix, expiresMs + LATE_MS)
}

/** Once for every possible end of the upload. */
function scheduleAt(db: Database, prefix: string, dueMs: number): Promise<void> {
  return schedule(db, { kind: CLOSE_UPLOAD, key: `${prefix}${dueMs}`, dueMs, payload: { prefix } })
}
