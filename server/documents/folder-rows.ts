/** Folders as the tables hold them and as the wire tells them. */
import type { Selectable } from 'kysely'
import type { Folder } from '../../src/lib/contract/documents/document.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'

/** A folder's id, which counts only together with its company's. */
export interface FolderKey {
  companyId: number
  folderId: number
}

type FolderRow = Pick<Selectable<Tables['document_folders']>, 'id' | 'name' | 'parent_id' | 'created_at'>

export const FOLDER_COLUMNS = ['id', 'name', 'parent_id', 'created_at'] as const

export function toFolder({ id, name, parent_id, created_at }: FolderRow): Folder {
  return { id, name, parent: parent_id, org_id: 1, gmt_create: toTimestamp(created_at) }
}

/** Query for what lies directly in a folder, or at the top. */
export function foldersIn(db: Database, companyId: number, parent: number | null) {
  return db
    .selectFrom('document_folders')
    .where('company_id', '=', companyId)
    .where('parent_id', parent === null ? 'is' : '=', parent)
}
