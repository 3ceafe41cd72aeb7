/** Bytes are what they were when they were adopted: asked before every download, and when an upload is over. */
import type { BucketName } from '../../src/lib/contract/documents/storage.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import type { SecurityLog } from '../security-log/security-log.ts'
import type { KnownBytes } from './object-rows.ts'
import type { ObjectFacts } from './storage.ts'

interface StoredObject extends KnownBytes {
  id: number
  company_id: number
  bucket: BucketName
  key: string
  scan: 'pending' | 'clean' | 'refused'
}

/** What has to be read of `stored_objects as object` for a download. */
export const STORED_BYTES = [
  'object.id',
  'object.company_id',
  'object.bucket',
  'object.key',
  'object.size',
  'object.etag',
  'object.crc64',
  'object.scan',
] as const

/**
 * A URL that saves the object under this name; of one that is gone, the store says so.
 * @param readerId the company whose people ask: its own they may have before the scanner has seen it
 * @throws Refusal 409 when other bytes lie in its place, which is reported; when the scanner has not let it through
 */
export async function signedDownload(
  { storage, securityLog }: Pick<Services, 'storage' | 'securityLog'>,
  object: StoredObject,
  { filename, readerId }: { filename: string; readerId: number },
): Promise<string> {
  const { bucket, key, scan, company_id } = object
  if (scan === 'refused') throw new Refusal(CODES.conflict, `“${filename}”没有通过安全检查，不能下载`)
  if (scan === 'pending' && company_id !== readerId) {
    throw new Refusal(CODES.conflict, `“${filename}”正在做安全检查，请稍后再下载`)
  }
  const found = await storage.find(bucket, key)
  if (found && !isUnchanged(object, found)) {
    reportChanged(securityLog, object)
    throw new Refusal(CODES.conflict, `“${filename}”的内容与当初提交的不一致，已停止下载，请联系客服核实`)
  }
  return storage.signedDownload(bucket, key, filename)
}

/** What one of the two does not know says nothing. */
export function isUnchanged(
  known: KnownBytes,
  found: Omit<ObjectFacts, 'crc64'> & Partial<ObjectFacts>,
): boolean {
  const { size, etag, crc64 } = known
  return (
    found.size === size &&
    (etag === null || found.etag === etag) &&
    (crc64 === null || !found.crc64 || found.crc64 === crc64)
  )
}

/** Somebody could write where nobody may. */
export function reportChanged(
  securityLog: SecurityLog,
  { id, company_id }: Pick<StoredObject, 'id' | 'company_id'>,
): void {
  securityLog.note({ event: 'file-differs', actor: 'portal', companyId: company_id, target: `object=${id}` })
}
