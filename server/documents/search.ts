import type { AnswerOf } from '../../src/lib/contract/call.ts'
import { SEARCH_LIMIT, type searchDocuments } from '../../src/lib/contract/documents/document-file.ts'
import { contains } from '../db/contains.ts'
import type { Database } from '../db/schema.ts'
import { filesOf, toFile } from './file-rows.ts'
import { FOLDER_COLUMNS, foldersUpFrom, toFolder } from './tree.ts'

export async function findDocuments(
  db: Database,
  companyId: number,
  text: string,
): Promise<AnswerOf<typeof searchDocuments>['result']> {
  const matches = contains('search_name', toSearchName(text))
  const folderRows = await db
    .selectFrom('document_folders')
    .select(FOLDER_COLUMNS)
    .where('company_id', '=', companyId)
    .where(matches)
    .orderBy('id')
    .limit(SEARCH_LIMIT + 1)
    .execute()
  const fileRows = await filesOf(db, companyId)
    .where(matches)
    .orderBy('document_files.id')
    .limit(SEARCH_LIMIT + 1)
    .execute()
  const folders = folderRows.slice(0, SEARCH_LIMIT).map(toFolder)
  const files = fileRows.slice(0, SEARCH_LIMIT).map(toFile)
  const holders = [...folders.flatMap(({ parent }) => parent ?? []), ...files.map(({ folder }) => folder)]
  const paths = await foldersUpFrom(db, [...new Set(holders)])
  const pathTo = (id: number | null) => (id === null ? [] : (paths.get(id) ?? []))
  return {
    folders: folders.map((folder) => ({ ...folder, path: pathTo(folder.parent) })),
    files: files.map((file) => ({ ...file, path: pathTo(file.folder) })),
    more: folderRows.length > SEARCH_LIMIT || fileRows.length > SEARCH_LIMIT,
  }
}

/** Normalises a name for the search, the same in every database: ＰＤＦ and pdf are equal. */
export function toSearchName(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
