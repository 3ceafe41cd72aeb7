/** Enters an object of the store as a file, or in place of the object that a file had. */
import type { AnswerOf, BodyOf } from '../../src/lib/contract/call.ts'
import type { addFile } from '../../src/lib/contract/documents/document-file.ts'
import type { Database } from '../db/schema.ts'
import type { Services } from '../http/types.ts'
import { holdObject, type LockedObject, lockObject } from '../storage/object-rows.ts'
import { adoptObject } from '../storage/objects.ts'
import { releaseObject } from '../storage/release-objects.ts'
import { checkFileCount, checkFileFolder, checkFileName, fileNamed } from './file-place.ts'
import { type FileKey, fileAndUsage, findFile, holderOf } from './file-rows.ts'
import { nameTaken } from './refusals.ts'
import { toSearchName } from './search.ts'
import { passDocumentGate } from './tree.ts'

type StoredFile = BodyOf<typeof addFile>
type Answer = AnswerOf<typeof addFile>

/**
 * A new file. The one that is there already with this name and this object is no error, but the answer.
 * @throws Refusal 404 without folder or object, 409 when the name is taken, 400 when full or one too many
 */
export async function storeFile(services: Services, companyId: number, file: StoredFile): Promise<Answer> {
  await checkFileFolder(services.db, companyId, file.folder)
  const object = await adopt(services, companyId, file)
  return services.db.transaction().execute(async (transaction) => {
    await passDocumentGate(transaction, companyId)
    const known = await fileNamed(transaction, { companyId, folderId: file.folder }, file.local_name)
    if (known && known.object_id !== object.id) throw nameTaken('文件', known.id)
    if (known) return fileAndUsage(transaction, { companyId, fileId: known.id })
    await checkFileFolder(transaction, companyId, file.folder)
    await checkFileCount(transaction, companyId)
    const locked = await lockObject(transaction, object)
    const fileId = await insertFile(transaction, companyId, file, locked, services.now())
    const key = { companyId, fileId }
    await holdObject(transaction, locked, holderOf(key))
    return fileAndUsage(transaction, key)
  })
}

async function insertFile(
  transaction: Database,
  companyId: number,
  { folder, local_name }: StoredFile,
  object: LockedObject,
  nowMs: number,
): Promise<number> {
  const { id } = await transaction
    .insertInto('document_files')
    .values({
      company_id: companyId,
      folder_id: folder,
      object_id: object.id,
      name: local_name,
      search_name: toSearchName(local_name),
      modified_at: nowMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Gives a file another object, name and folder, and releases the object that it had. The validity of the former paper
 * is forgotten: it says nothing about this one.
 * @throws Refusal 404 without file, folder or object, 409 when the name is taken, 400 when full
 */
export async function replaceStoredFile(services: Services, key: FileKey, file: StoredFile): Promise<Answer> {
  await findFile(services.db, key)
  const object = await adopt(services, key.companyId, file)
  return services.db.transaction().execute(async (transaction) => {
    await passDocumentGate(transaction, key.companyId)
    const before = await findFile(transaction, key)
    if (file.folder !== before.folder) await checkFileFolder(transaction, key.companyId, file.folder)
    const into = { companyId: key.companyId, folderId: file.folder }
    await checkFileName(transaction, into, file.local_name, key.fileId)
    const locked = await lockObject(transaction, object)
    await transaction
      .updateTable('document_files')
      .set({
        folder_id: file.folder,
        object_id: locked.id,
        name: file.local_name,
        search_name: toSearchName(file.local_name),
        modified_at: services.now(),
        expires_on: null,
        report_year: null,
      })
      .where('id', '=', key.fileId)
      .execute()
    await holdObject(transaction, locked, holderOf(key))
    if (before.object_id !== object.id) {
      await releaseObject(transaction, before.object_id, holderOf(key), services.now())
    }
    return fileAndUsage(transaction, key)
  })
}

function adopt(services: Services, companyId: number, { hash_name }: StoredFile) {
  return adoptObject(services, companyId, { hash_name, bucket: 'documents' })
}
