/** What a file does with its object. */
import type { Database } from '../db/schema.ts'
import { holdObject, type LockedObject } from '../storage/hold-object.ts'
import { releaseObject } from '../storage/release-objects.ts'
import type { FileKey } from './file-rows.ts'

export function holdFor(
  transaction: Database,
  { companyId, fileId }: FileKey,
  object: LockedObject,
): Promise<void> {
  return holdObject(transaction, object, {
    kind: 'document_file',
    id: fileId,
    companyId,
    operators: false,
  })
}

export function releaseFrom(
  transaction: Database,
  fileId: number,
  objectId: number,
  nowMs: number,
): Promise<void> {
  return releaseObject(transaction, objectId, { kind: 'document_file', id: fileId }, nowMs)
}
