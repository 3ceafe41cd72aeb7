/** Deletes a folder with all below it, however much that is, in a handful of statements. */
import type { Database } from '../db/schema.ts'
import { releaseObjects } from '../storage/release-objects.ts'
import type { FolderKey } from './folder-rows.ts'
import { passDocumentGate } from './gate.ts'
import { noSuchFolder } from './refusals.ts'
import { foldersDownFrom } from './tree.ts'
import { usedBytes } from './used-bytes.ts'

/** Returns what the company uses afterwards, in bytes. @throws Refusal 404 */
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
