/** Checks before every download, and after an upload, that bytes are unchanged since their adoption. */
import type { BucketName, Withheld } from '../../src/lib/contract/documents/storage.ts'
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

type Signing = Pick<Services, 'storage' | 'securityLog'>

/** Columns of `stored_objects as object` for a download. */
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

interface Reader {
  filename: string
  /** The reader's company: its people get their own objects before the scanner has passed them. */
  readerId: number
}

const REFUSALS: Record<Withheld, (filename: string) => string> = {
  refused: (filename) => `“${filename}”没有通过安全检查，不能下载`,
  pending: (filename) => `“${filename}”正在做安全检查，请稍后再下载`,
  differs: (filename) => `“${filename}”的内容与当初提交的不一致，已停止下载，请联系客服核实`,
}

/** @throws Refusal 409 for other bytes, which is reported, or when the scanner has not passed it */
export async function signedDownload(services: Signing, object: StoredObject, by: Reader): Promise<string> {
  const download = await signOrWithhold(services, object, by)
  if (typeof download !== 'string') {
    throw new Refusal(CODES.conflict, REFUSALS[download.withheld](by.filename))
  }
  return download
}

/** The same for one of many: a withheld object does not stop the others. */
export async function signOrWithhold(
  { storage, securityLog }: Signing,
  object: StoredObject,
  { filename, readerId }: Reader,
): Promise<string | { withheld: Withheld }> {
  const { bucket, key, scan, company_id } = object
  if (scan === 'refused' || (scan === 'pending' && company_id !== readerId)) return { withheld: scan }
  const found = await storage.find(bucket, key)
  if (found && !isUnchanged(object, found)) {
    reportChanged(securityLog, object)
    return { withheld: 'differs' }
  }
  return storage.signedDownload(bucket, key, filename)
}

/** Compares only facts that both sides know. */
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

export function reportChanged(
  securityLog: SecurityLog,
  { id, company_id }: Pick<StoredObject, 'id' | 'company_id'>,
): void {
  securityLog.note({ event: 'file-differs', actor: 'portal', companyId: company_id, target: `object=${id}` })
}
