/** Where a folder may be put. Ask behind the gate. */
import { FOLDER_DEPTH, FOLDERS_PER_COMPANY } from '../../src/lib/contract/documents/document.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { type FolderKey, foldersIn } from './folder-rows.ts'
import { nameTaken, noSuchFolder, tooMany } from './refusals.ts'
import { folderPath, foldersDownFrom } from './tree.ts'

interface FolderPlace {
  companyId: number
  /** Null: the top. */
  parent: number | null
  name: string
}

/**
 * @param folderId the folder that is moved or renamed; undefined: a new one
 * @throws Refusal 404 without the parent, 400 for a place in itself or too deep, 409 with `existing_id` for a taken name
 */
export async function checkFolderPlace(db: Database, place: FolderPlace, folderId?: number): Promise<void> {
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
  if (!above) throw noSuchFolder()
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

/** @throws Refusal 400 when a company has as many folders as it may have */
export async function checkFolderCount(db: Database, companyId: number): Promise<void> {
  const { count } = await db
    .selectFrom('document_folders')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (count >= FOLDERS_PER_COMPANY) throw tooMany('文件夹', FOLDERS_PER_COMPANY)
}
