import type { AnswerOf, BodyOf } from '../../src/lib/contract/call.ts'
import { FILES_PER_FOLDER } from '../../src/lib/contract/documents/document.ts'
import type { addFile, changeFile } from '../../src/lib/contract/documents/document-file.ts'
import { countRows } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { noSuchFile } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { followReplaced, inDrafts } from '../orders/service-files.ts'
import { type AdoptedObject, holdObject, type LockedObject, lockObject } from '../storage/object-rows.ts'
import { adoptObject } from '../storage/objects.ts'
import { numbersOf, tooManyOfLevel } from '../storage/quota.ts'
import { releaseObject } from '../storage/release-objects.ts'
import { usedBytes } from './company-guide.ts'
import { type FileKey, fileAndUsage, findFile, holderOf } from './file-rows.ts'
import { toSearchName } from './search.ts'
import { type FolderKey, nameTaken, noSuchFolder, passDocumentGate, tooMany } from './tree.ts'

/** Undefined values stay. @throws Refusal 404 without file or folder, 409 for a taken name, 400 when there are too many */
export async function updateFile(
  { db, now }: Pick<Services, 'db' | 'now'>,
  key: FileKey,
  change: BodyOf<typeof changeFile>,
  adopted?: AdoptedObject,
): Promise<Answer> {
  return db.transaction().execute(async (transaction) => {
    await passDocumentGate(transaction, key.companyId)
    const before = await findFile(transaction, key)
    const { name = before.local_name, folder = before.folder } = change
    const { expires_on = before.expires_on, report_year = before.report_year } = change
    if (folder !== before.folder) await checkFileFolder(transaction, key.companyId, folder)
    await checkFileName(transaction, { companyId: key.companyId, folderId: folder }, name, key.fileId)
    const object = adopted && (await lockObject(transaction, adopted))
    await transaction
      .updateTable('document_files')
      .set({
        name,
        search_name: toSearchName(name),
        folder_id: folder,
        modified_at: now(),
        expires_on,
        report_year,
        ...(object && { object_id: object.id }),
      })
      .where('id', '=', key.fileId)
      .execute()
    if (object) await holdObject(transaction, object, holderOf(key))
    if (object && object.id !== before.object_id) {
      await followReplaced(transaction, { from: before.object_id, to: object }, key.companyId, now())
      await releaseObject(transaction, before.object_id, holderOf(key), now())
    }
    return fileAndUsage(transaction, key)
  })
}

export async function removeFile(db: Database, key: FileKey, nowMs: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await passDocumentGate(transaction, key.companyId)
    const removed = await transaction
      .deleteFrom('document_files')
      .where('id', '=', key.fileId)
      .where('company_id', '=', key.companyId)
      .returning('object_id')
      .executeTakeFirstOrThrow(noSuchFile)
    await releaseObject(transaction, removed.object_id, holderOf(key), nowMs)
    return usedBytes(transaction, key.companyId)
  })
}

/** @throws Refusal 404 when the company has no such folder, 400 when there are too many files in it */
export async function checkFileFolder(db: Database, companyId: number, folderId: number): Promise<void> {
  const folder = await db
    .selectFrom('document_folders')
    .select((row) => [
      'id',
      row
        .selectFrom('document_files')
        .select((file) => file.fn.countAll<number>().as('count'))
        // Not missed by tests: a folder's files are of its company; the index begins with the company.
        .whereRef('document_files.company_id', '=', 'document_folders.company_id')
        .whereRef('document_files.folder_id', '=', 'document_folders.id')
        .as('files'),
    ])
    .where('id', '=', folderId)
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow(noSuchFolder)
  if ((folder.files ?? 0) >= FILES_PER_FOLDER) throw tooMany('一个文件夹中的文件', FILES_PER_FOLDER)
}

async function checkFileCount(db: Database, companyId: number): Promise<void> {
  const count = await countRows(db.selectFrom('document_files').where('company_id', '=', companyId))
  const { max_files } = await numbersOf(db, companyId)
  if (count >= max_files) throw tooManyOfLevel('文件', max_files)
}

export function fileNamed(db: Database, { companyId, folderId }: FolderKey, name: string) {
  return (
    db
      .selectFrom('document_files')
      .select(['id', 'object_id'])
      // Not missed by tests: a folder's files are of its company; the index begins with the company.
      .where('company_id', '=', companyId)
      .where('folder_id', '=', folderId)
      .where('name', '=', name)
      .executeTakeFirst()
  )
}

/** @throws Refusal 409 with `existing_id` when another file of the folder has the name */
export async function checkFileName(
  db: Database,
  folder: FolderKey,
  name: string,
  fileId: number,
): Promise<void> {
  const known = await fileNamed(db, folder, name)
  if (known && known.id !== fileId) throw nameTaken('文件', known.id)
}

type StoredFile = BodyOf<typeof addFile>
type Answer = AnswerOf<typeof addFile>

/** Returns the existing file with this name and object. @throws Refusal 404, 409 for a taken name, 400 when full */
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

/** The validity of the former paper does not apply to the new one. @throws Refusal as `storeFile` */
export async function replaceStoredFile(services: Services, key: FileKey, file: StoredFile): Promise<Answer> {
  const former = await findFile(services.db, key)
  const isPaper = await inDrafts(services.db, key.companyId, former.object_id).executeTakeFirst()
  const object = await adopt(services, key.companyId, file, isPaper && file.local_name)
  const change = { name: file.local_name, folder: file.folder, expires_on: null, report_year: null }
  return updateFile(services, key, change, object)
}

function adopt(services: Services, companyId: number, { hash_name }: StoredFile, shownAs?: string) {
  return adoptObject(services, companyId, { hash_name, bucket: 'documents', ...(shownAs && { shownAs }) })
}
