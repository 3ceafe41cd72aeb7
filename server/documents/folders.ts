import type { AnswerOf, BodyOf } from '../../src/lib/contract/call.ts'
import {
  type addFolder,
  type changeFolder,
  FOLDER_DEPTH,
  type Folder,
  type readFolder,
} from '../../src/lib/contract/documents/document.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { countRows } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { numbersOf, tooManyOfLevel } from '../storage/quota.ts'
import { releaseObjects } from '../storage/release-objects.ts'
import { usedBytes } from './company-guide.ts'
import { filesOf, toFile } from './file-rows.ts'
import { toSearchName } from './search.ts'
import {
  FOLDER_COLUMNS,
  type FolderKey,
  folderPath,
  foldersDownFrom,
  foldersIn,
  nameTaken,
  noSuchFolder,
  passDocumentGate,
  toFolder,
} from './tree.ts'

export async function topFolders(db: Database, companyId: number): Promise<Folder[]> {
  const rows = await foldersIn(db, companyId, null).select(FOLDER_COLUMNS).orderBy('id').execute()
  return rows.map(toFolder)
}

export async function folderContent(
  db: Database,
  { companyId, folderId }: FolderKey,
): Promise<AnswerOf<typeof readFolder>['result']> {
  const path = await folderPath(db, { companyId, folderId })
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

/** Undefined values stay. @throws Refusal 404, 409 for a taken name, 400 for a move into itself or too deep */
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
      .executeTakeFirstOrThrow(noSuchFolder)
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

/** Deletes a folder with all below it in a handful of statements. Returns the company's used bytes. @throws Refusal 404 */
export async function removeFolder(db: Database, folder: FolderKey, nowMs: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { companyId, folderId } = folder
    await passDocumentGate(transaction, companyId)
    await transaction
      .selectFrom('document_folders')
      .select('id')
      .where('id', '=', folderId)
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow(noSuchFolder)
    const files = transaction
      .selectFrom('document_files')
      .select(['id', 'object_id'])
      .where('company_id', '=', companyId)
      .where('folder_id', 'in', foldersDownFrom(transaction, folder).select('id'))
    await releaseObjects(transaction, 'document_file', files, nowMs)
    await transaction.deleteFrom('document_folders').where('id', '=', folderId).execute()
    return usedBytes(transaction, companyId)
  })
}

interface FolderPlace {
  companyId: number
  parent: number | null
  name: string
}

/** @param folderId undefined: a new one @throws Refusal 404, 400 in itself or too deep, 409 with `existing_id` */
async function checkFolderPlace(db: Database, place: FolderPlace, folderId?: number): Promise<void> {
  if (place.parent !== null) await checkParent(db, place.companyId, place.parent, folderId)
  let sameName = foldersIn(db, place.companyId, place.parent).select('id').where('name', '=', place.name)
  if (folderId !== undefined) sameName = sameName.where('id', '<>', folderId)
  const taken = await sameName.executeTakeFirst()
  if (taken) throw nameTaken('文件夹', taken.id)
}

async function checkParent(
  db: Database,
  companyId: number,
  parent: number,
  folderId: number | undefined,
): Promise<void> {
  const above = await folderPath(db, { companyId, folderId: parent })
  if (above.some(({ id }) => id === folderId)) {
    throw new Refusal(CODES.invalid, '不能把文件夹移动到它自己或它的下级文件夹中')
  }
  const height = folderId === undefined ? 1 : await heightOf(db, { companyId, folderId })
  if (above.length + height > FOLDER_DEPTH) {
    throw new Refusal(CODES.invalid, `文件夹最多 ${FOLDER_DEPTH} 层，请放在更上层的文件夹中`)
  }
}

async function heightOf(db: Database, folder: FolderKey): Promise<number> {
  const { height } = await foldersDownFrom(db, folder)
    .select((row) => row.fn.max<number>('depth').as('height'))
    .executeTakeFirstOrThrow()
  return height
}

async function checkFolderCount(db: Database, companyId: number): Promise<void> {
  const count = await countRows(db.selectFrom('document_folders').where('company_id', '=', companyId))
  const { max_folders } = await numbersOf(db, companyId)
  if (count >= max_folders) throw tooManyOfLevel('文件夹', max_folders)
}
