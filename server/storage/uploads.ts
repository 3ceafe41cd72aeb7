/** Uploads under way: a random prefix each, to which the holder of a token may write. */
import { randomBytes } from 'node:crypto'
import {
  type BucketName,
  MAX_OPEN_UPLOADS,
  MAX_TOKENS,
  TOKEN_SECONDS,
  type UploadToken,
} from '../../src/lib/contract/documents/storage.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { scheduleClose } from './close-upload.ts'
import { reserve, storageFull } from './quota.ts'
import type { Storage } from './storage.ts'

const OVER = '上传已过期，请重新上传'

type StorageServices = Pick<Services, 'db' | 'storage' | 'now'>

interface Opening {
  bucket: BucketName
  size?: number | undefined
  /** Made by the browser; undefined: a new one. */
  prefix?: string | undefined
}

/**
 * Opens a prefix and reserves `size` bytes for it, once: one that is open already only gets new keys.
 * @throws Refusal 400 with `overflow` when there is no room, 429 when too many are open, 404 when the prefix is over
 */
export async function openUpload(
  services: StorageServices,
  companyId: number,
  { bucket, size = 0, prefix = newPrefix(companyId) }: Opening,
): Promise<UploadToken> {
  if (!prefix.startsWith(`companies/${companyId}/`)) throw new Refusal(CODES.none, OVER)
  const { db, now } = services
  const nowMs = now()
  const expires_at = nowMs + TOKEN_SECONDS * 1000
  // Before anything is written: when the store has no keys to give, nothing is left behind.
  const token = await issueToken(services.storage, bucket, prefix)
  const isNew = await db.transaction().execute(async (transaction) => {
    const opened = await transaction
      .insertInto('uploads')
      .values({ prefix, bucket, company_id: companyId, reserved_bytes: size, expires_at })
      .onConflict((row) => row.column('prefix').doNothing())
      .returning('prefix')
      .executeTakeFirst()
    if (!opened) return false
    if (!(await reserve(transaction, companyId, size))) throw storageFull()
    await refuseTooMany(transaction, companyId, nowMs)
    await scheduleClose(transaction, prefix, expires_at)
    return true
  })
  return isNew ? token : renewUpload(services, companyId, { bucket, prefix })
}

function newPrefix(companyId: number): string {
  return `companies/${companyId}/${randomBytes(16).toString('base64url')}/`
}

/** New keys for a prefix that is not closed, however long it stood still. @throws Refusal 404 for any other */
export async function renewUpload(
  services: StorageServices,
  companyId: number,
  { bucket, prefix }: { bucket: BucketName; prefix: string },
): Promise<UploadToken> {
  const nowMs = services.now()
  const renewed = await services.db
    .updateTable('uploads')
    .set({ expires_at: nowMs + TOKEN_SECONDS * 1000 })
    .where('prefix', '=', prefix)
    .where('bucket', '=', bucket)
    .where('company_id', '=', companyId)
    .where('closed', '=', 0)
    .returning('prefix')
    .executeTakeFirst()
  if (!renewed) throw new Refusal(CODES.none, OVER)
  return issueToken(services.storage, bucket, prefix)
}

async function issueToken(storage: Storage, bucket: BucketName, prefix: string): Promise<UploadToken> {
  const keys = await storage.issueKeys(bucket, prefix, TOKEN_SECONDS)
  const place = storage.place(bucket)
  return {
    key: prefix,
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

/** What is done keeps its token, but no room, and counts far less. */
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
  if (open > MAX_OPEN_UPLOADS || tokens > MAX_TOKENS) {
    throw new Refusal(CODES.tooOften, '正在进行的上传过多，请稍后再试')
  }
}
