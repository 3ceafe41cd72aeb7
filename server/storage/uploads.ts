/** Uploads under way: a random prefix each, to which the holder of a token may write. */
import { randomBytes } from 'node:crypto'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  type BucketName,
  MAX_OPEN_UPLOADS,
  TOKEN_SECONDS,
  type UploadToken,
} from '../../src/lib/contract/storage.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { scheduleClose } from './close-upload.ts'
import { reserve, storageFull } from './quota.ts'
import type { Storage } from './storage.ts'

const OVER = '上传已过期，请重新上传'

type StorageServices = Pick<Services, 'db' | 'storage' | 'now'>

/**
 * Opens a prefix and reserves `size` bytes for it.
 * @throws Refusal 400 with `overflow` when there is no room, 429 when too many are open
 */
export async function openUpload(
  services: StorageServices,
  companyId: number,
  { bucket, size = 0 }: { bucket: BucketName; size?: number | undefined },
): Promise<UploadToken> {
  const prefix = `companies/${companyId}/${randomBytes(16).toString('base64url')}/`
  const { db, now } = services
  const nowMs = now()
  const expires_at = nowMs + TOKEN_SECONDS * 1000
  // Before anything is written: when the store has no keys to give, nothing is left behind.
  const token = await issueToken(services.storage, bucket, prefix)
  await db.transaction().execute(async (transaction) => {
    if (!(await reserve(transaction, companyId, size))) throw storageFull()
    if ((await countOpen(transaction, companyId, nowMs)) >= MAX_OPEN_UPLOADS) {
      throw new Refusal(CODES.tooOften, '正在进行的上传过多，请稍后再试')
    }
    await transaction
      .insertInto('uploads')
      .values({ prefix, bucket, company_id: companyId, reserved_bytes: size, expires_at })
      .execute()
    await scheduleClose(transaction, prefix, expires_at)
  })
  return token
}

/** New keys for a prefix that is still open. @throws Refusal 404 for any other */
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
    .where('expires_at', '>', nowMs)
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

async function countOpen(db: Database, companyId: number, nowMs: number): Promise<number> {
  const { open } = await db
    .selectFrom('uploads')
    .select((row) => row.fn.countAll<number>().as('open'))
    .where('company_id', '=', companyId)
    .where('expires_at', '>', nowMs)
    .executeTakeFirstOrThrow()
  return open
}
