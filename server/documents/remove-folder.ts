/** Deletes a folder with all below it, however much that is, in a handful of statements. */
import { sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { REMOVE_OBJECT } from '../storage/job-kinds.ts'
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
    await releaseObjects(transaction, folder, nowMs)
    // The rows below go with it: their foreign keys cascade.
    await transaction.deleteFrom('document_folders').where('id', '=', folderId).execute()
    return usedBytes(transaction, companyId)
  })
}

/** What `releaseObject` does, for all files below at once. */
async function releaseObjects(transaction: Database, folder: FolderKey, nowMs: number): Promise<void> {
  const files = transaction
    .selectFrom('document_files')
    .where('company_id', '=', folder.companyId)
    .where('folder_id', 'in', foldersDownFrom(transaction, folder).select('id'))
  await transaction
    .deleteFrom('object_holds')
    .where((hold) =>
      hold(
        hold.refTuple('object_id', 'kind', 'holder_id'),
        'in',
        files
          .select(['object_id', sql<string>`'document_file'`.as('kind'), 'id'])
          .$asTuple('object_id', 'kind', 'id'),
      ),
    )
    .execute()
  await transaction
    .insertInto('jobs')
    .columns(['kind', 'key', 'due_at', 'payload', 'attempts'])
    .expression(
      files.select([
        sql.lit(REMOVE_OBJECT).as('kind'),
        sql<string>`cast(object_id as text) || '-document_file-' || cast(id as text) || ${sql.lit(`-${nowMs}`)}`.as(
          'key',
        ),
        sql.lit(nowMs).as('due_at'),
        sql<string>`'{"id":' || cast(object_id as text) || '}'`.as('payload'),
        sql.lit(0).as('attempts'),
      ]),
    )
    .onConflict((job) => job.columns(['kind', 'key']).doNothing())
    .execute()
}
