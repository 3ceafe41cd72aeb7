/** Adopts objects of companies: each counts once, however often it is adopted. */

import type { BucketName } from '../../src/lib/contract/documents/storage.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { beginsAsNamed, notAsNamed, START_BYTES } from '../../src/lib/rules/files/begins-as-named.ts'
import { lockCompany } from '../company/lock-company.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import {
  type AdoptedObject,
  findObject,
  insertObject,
  type KnownBytes,
  objectGone,
  scheduleRelease,
} from './object-rows.ts'
import { adjust, countedBytes, refuseTooManyFiles, settleBytes, storageFull } from './quota.ts'
import { scheduleRemoval } from './release-objects.ts'
import { scheduleScan } from './scan-objects.ts'
import { closeWith, lockUpload } from './uploads.ts'

interface Found {
  companyId: number
  bucket: BucketName
  key: string
  facts: KnownBytes
  isScanned: boolean
}

/** Counts a company's object and ends its upload. @param shownAs its content must begin as such files do @throws Refusal 404, 400 */
export async function adoptObject(
  { db, storage, now, config }: Pick<Services, 'db' | 'storage' | 'now'> & Partial<Pick<Services, 'config'>>,
  companyId: number,
  { hash_name: key, bucket, shownAs }: { hash_name: string; bucket: BucketName; shownAs?: string },
): Promise<AdoptedObject> {
  if (!key.startsWith(`companies/${companyId}/`)) throw missing()
  const known = await findObject(db, bucket, key)
  const facts = known ?? (await storage.find(bucket, key))
  if (!facts) throw missing()
  if (shownAs !== undefined && facts.size > 0) await refuseUnlikeName(storage, { bucket, key, shownAs })
  if (known?.released_at === null) return toAdopted(known)
  const found = { companyId, bucket, key, facts, isScanned: config?.scanCommand !== undefined }
  const adopted = await db
    .transaction()
    .execute((transaction) =>
      known ? adoptAgain(transaction, found, now()) : adoptNew(transaction, found, now()),
    )
  if (!adopted) throw storageFull()
  return adopted
}

export function adoptShown(
  services: Services,
  companyId: number,
  { hash_name, local_name }: { hash_name: string; local_name: string },
): Promise<AdoptedObject> {
  return adoptObject(services, companyId, { hash_name, bucket: 'documents', shownAs: local_name })
}

/** @throws Refusal 400 unless the content begins as files of that name do; a missing object is not refused */
export async function refuseUnlikeName(
  storage: Services['storage'],
  { bucket, key, shownAs }: { bucket: BucketName; key: string; shownAs: string },
): Promise<void> {
  const start = await storage.readStart(bucket, key, START_BYTES)
  if (start.byteLength > 0 && !beginsAsNamed(shownAs, start)) {
    throw new Refusal(CODES.invalid, notAsNamed(shownAs))
  }
}

/** Undefined without room; then a job removes the object. */
async function adoptNew(
  transaction: Database,
  found: Found,
  nowMs: number,
): Promise<AdoptedObject | undefined> {
  const { companyId: company_id, bucket, key, facts, isScanned } = found
  const prefix = key.slice(0, key.lastIndexOf('/') + 1)
  const upload = await lockUpload(transaction, prefix)
  if (await findObject(transaction, bucket, key)) return adoptAgain(transaction, found, nowMs)
  if (upload?.bucket !== bucket || upload.closed) throw missing()
  await refuseTooManyFiles(transaction, company_id)
  const { reserved_bytes: reserved } = upload
  const scan = isScanned ? ('pending' as const) : ('clean' as const)
  const row = { bucket, key, company_id, ...facts, created_at: nowMs, scan }
  const counted_bytes = countedBytes(facts.size)
  if (await settleBytes(transaction, company_id, { bytes: counted_bytes, reserved })) {
    const adopted = await insertObject(transaction, { ...row, counted_bytes })
    if (isScanned) await scheduleScan(transaction, adopted.id, nowMs)
    await closeWith(transaction, prefix, adopted.id)
    await scheduleRelease(transaction, adopted.id, nowMs)
    return adopted
  }
  await adjust(transaction, company_id, { reserved: -reserved })
  const { id } = await insertObject(transaction, { ...row, released_at: nowMs })
  await closeWith(transaction, prefix, id)
  await scheduleRemoval(transaction, [id], nowMs)
  return undefined
}

async function adoptAgain(
  transaction: Database,
  { companyId, bucket, key }: Found,
  nowMs: number,
): Promise<AdoptedObject | undefined> {
  await lockCompany(transaction, companyId)
  const object = await findObject(transaction, bucket, key)
  if (!object) throw objectGone()
  if (object.released_at === null) return toAdopted(object)
  await refuseTooManyFiles(transaction, companyId)
  const counted_bytes = countedBytes(object.size)
  if (!(await settleBytes(transaction, companyId, { bytes: counted_bytes, reserved: 0 }))) return undefined
  const counted = await transaction
    .updateTable('stored_objects')
    .set({ released_at: null, counted_bytes })
    .where('id', '=', object.id)
    .where('removal', 'is', null)
    .returning(['id', 'key', 'size', 'scan'])
    .executeTakeFirstOrThrow(objectGone)
  // An object without room at first was never scanned.
  if (counted.scan === 'pending') await scheduleScan(transaction, counted.id, nowMs)
  await scheduleRelease(transaction, counted.id, nowMs)
  return toAdopted(counted)
}

function toAdopted({ id, key, size }: AdoptedObject): AdoptedObject {
  return { id, key, size }
}

function missing(): Refusal {
  return new Refusal(CODES.none, '没有找到上传的文件，请重新上传')
}
