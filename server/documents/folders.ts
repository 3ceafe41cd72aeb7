/** A company's folders: made, read, renamed and moved. */
import type { AnswerOf, BodyOf } from '../../src/lib/contract/call.ts'
import type {
  addFolder,
  changeFolder,
  Folder,
  readFolder,
} from '../../src/lib/contract/documents/document.ts'
import type { Database } from '../db/schema.ts'
import { releaseObjects } from '../storage/release-objects.ts'
import { usedBytes } from './company-guide.ts'
import { filesOf, toFile } from './file-rows.ts'
import { checkFolderCount, checkFolderPlace } from './folder-place.ts'
import { FOLDER_COLUMNS, type FolderKey, foldersIn, toFolder } from './folder-rows.ts'
import { noSuchFolder } from './refusals.ts'
import { toSearchName } from './search.ts'
import { folderPath, foldersDownFrom, passDocumentGate } from './tree.ts'

export async function topFolders(db: Database, companyId: number): Promise<Folder[]> {
  const rows = await foldersIn(db, companyId, null).select(FOLDER_COLUMNS).orderBy('id').execute()
  return rows.map(toFolder)
}

/** @throws Refusal 404 */
export async function folderContent(
  db: Database,
  { companyId, folderId }: FolderKey,
): Promise<AnswerOf<typeof readFolder>['result']> {
  const path = await folderPath(db, { companyId, folderId })
  if (!path) throw noSuchFolder()
  const folders = await foldersIn(db, companyId, folderId).select(FOLDER_COLUMNS).orderBy('id').execute()
  const files = await filesOf(db, companyId)
    .where('folder_id', '=', folderId)
    .orderBy('document_files.id')
    .execute()
  return { folders: folders.map(toFolder), files: files.map(toFile), path }
}

/** @throws Refusal 404 without the parent, 409 when the name is taken, 400 when that is too deep or one too many */
export async function createFolder(
  db: Database,
  companyId: number,
  { name, parent }: Pick<BodyOf<typeof addFolder>, 'name' | 'parent'>,
  nowMs: number,
): Promise<Folder> {
  return db.transaction().execute(async (transaction) => {
    await passDocumentGate(transaction, companyId)
    await checkFolderPlace(transaction, { companyId, parent, name })
    await checkFolderCount(transaction, companyId)
    const row = await transaction
      .insertInto('document_folders')
      .values({
        company_id: companyId,
        parent_id: parent,
        name,
        search_name: toSearchName(name),
        created_at: nowMs,
      })
      .returning(FOLDER_COLUMNS)
      .executeTakeFirstOrThrow()
    return toFolder(row)
  })
}

/**
 * Renames a folder, moves it, or both. What is undefined stays.
 * @throws Refusal 404, 409 when the name is taken there, 400 for a move into itself or too deep
 */
export async function updateFolder(
  db: Database,
  { companyId, folderId }: FolderKey,
  change: BodyOf<typeof changeFolder>,
): Promise<Folder> {
  return db.transaction().execute(async (transaction) => {
    await passDocumentGate(transaction, companyId)
    const found = await transaction
      .selectFrom('document_folders')
      .select(FOLDER_COLUMNS)
      .where('id', '=', folderId)
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    if (!found) throw noSuchFolder()
    const { name = found.name, parent = found.parent_id } = change
    await checkFolderPlace(transaction, { companyId, parent, name }, folderId)
    await transaction
      .updateTable('document_folders')
      .set({ name, search_name: toSearchName(name), parent_id: parent })
      .where('id', '=', folderId)
      .execute()
    return toFolder({ ...found, name, parent_id: parent })
  })
}

/**
 * Deletes a folder with all below it, however much that is, in a handful of statements. Returns what the company uses
 * afterwards, in bytes. @throws Refusal 404
 */
export async function removeFolder(db: Database, folder: FolderKey, nowMs: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { companyId, folderId } = folder
    await passDocumentGate(transaction, companyId)
    const own = await transaction
      .selectFrom('document_folders')
      .select('id')
      .where('id', '=', folderId)
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    if (!own) throw noSuchFolder()
    const files = transaction
      .selectFrom('document_files')
      .select(['id', 'object_id'])
      .where('company_id', '=', companyId)
      .where('folder_id', 'in', foldersDownFrom(transaction, folder).select('id'))
    await releaseObjects(transaction, 'document_file', files, nowMs)
    // The rows below go with it: their foreign keys cascade.
    await transaction.deleteFrom('document_folders').where('id', '=', folderId).execute()
    return usedBytes(transaction, companyId)
  })
}
