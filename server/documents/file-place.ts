/** Where a file may be put. Ask behind the gate. */
import { FILES_PER_COMPANY, FILES_PER_FOLDER } from '../../src/lib/contract/documents/document.ts'
import type { Database } from '../db/schema.ts'
import type { FolderKey } from './folder-rows.ts'
import { nameTaken, noSuchFolder, tooMany } from './refusals.ts'

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
    .executeTakeFirst()
  if (!folder) throw noSuchFolder()
  if ((folder.files ?? 0) >= FILES_PER_FOLDER) throw tooMany('一个文件夹中的文件', FILES_PER_FOLDER)
}

/** @throws Refusal 400 when a company has as many files as it may have */
export async function checkFileCount(db: Database, companyId: number): Promise<void> {
  const { count } = await db
    .selectFrom('document_files')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (count >= FILES_PER_COMPANY) throw tooMany('文件', FILES_PER_COMPANY)
}

/** The file of this name in a folder. */
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
