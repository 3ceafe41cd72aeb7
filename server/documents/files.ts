/** Files in a company's folders: renamed, moved, deleted. */
import type { AnswerOf, BodyOf } from '../../src/lib/contract/call.ts'
import type { changeFile } from '../../src/lib/contract/documents/document-file.ts'
import type { Database } from '../db/schema.ts'
import { noSuchFile } from '../http/refusal.ts'
import { releaseObject } from '../storage/release-objects.ts'
import { usedBytes } from './company-guide.ts'
import { checkFileFolder, checkFileName } from './file-place.ts'
import { type FileKey, fileAndUsage, findFile, holderOf } from './file-rows.ts'
import { toSearchName } from './search.ts'
import { passDocumentGate } from './tree.ts'

/**
 * Renames a file, moves it, says how long it holds. What is undefined stays.
 * @throws Refusal 404 without the file or the folder, 409 when the name is taken there, 400 when there are too many
 */
export async function updateFile(
  db: Database,
  key: FileKey,
  change: BodyOf<typeof changeFile>,
  nowMs: number,
): Promise<AnswerOf<typeof changeFile>> {
  return db.transaction().execute(async (transaction) => {
    await passDocumentGate(transaction, key.companyId)
    const before = await findFile(transaction, key)
    const { name = before.local_name, folder = before.folder } = change
    const { expires_on = before.expires_on, report_year = before.report_year } = change
    if (folder !== before.folder) await checkFileFolder(transaction, key.companyId, folder)
    await checkFileName(transaction, { companyId: key.companyId, folderId: folder }, name, key.fileId)
    await transaction
      .updateTable('document_files')
      .set({
        name,
        search_name: toSearchName(name),
        folder_id: folder,
        modified_at: nowMs,
        expires_on,
        report_year,
      })
      .where('id', '=', key.fileId)
      .execute()
    return fileAndUsage(transaction, key)
  })
}

/** Returns what the company uses afterwards, in bytes. @throws Refusal 404 */
export async function removeFile(db: Database, key: FileKey, nowMs: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await passDocumentGate(transaction, key.companyId)
    const removed = await transaction
      .deleteFrom('document_files')
      .where('id', '=', key.fileId)
      .where('company_id', '=', key.companyId)
      .returning('object_id')
      .executeTakeFirst()
    if (!removed) throw noSuchFile()
    await releaseObject(transaction, removed.object_id, holderOf(key), nowMs)
    return usedBytes(transaction, key.companyId)
  })
}
