/** What a file does with its object. */
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { holdObject, lockObject, releaseObject } from '../storage/objects.ts'
import type { FileKey } from './file-rows.ts'

/**
 * Before a row refers to the object: afterwards the object's removal would wait for the row, and the row for the removal.
 * @throws Refusal 404 when the object was removed meanwhile
 */
export async function keepObject(transaction: Database, objectId: number): Promise<void> {
  if (!(await lockObject(transaction, objectId))) throw new Refusal(CODES.none, '文件已失效，请重新上传')
}

export function holdFor(
  transaction: Database,
  { companyId, fileId }: FileKey,
  objectId: number,
): Promise<void> {
  return holdObject(transaction, objectId, {
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
