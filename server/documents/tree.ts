/** The tree of a company's folders, asked upwards and downwards. It never has more than FOLDER_DEPTH levels. */
import { sql } from 'kysely'
import { FOLDER_DEPTH, type FolderPath } from '../../src/lib/contract/documents/document.ts'
import type { Database } from '../db/schema.ts'
import type { FolderKey } from './folder-rows.ts'

/** From the top down to each of the folders, by the folder's id. */
export async function foldersUpFrom(
  db: Database,
  folderIds: readonly number[],
): Promise<Map<number, FolderPath>> {
  const paths = new Map<number, FolderPath>()
  if (folderIds.length === 0) return paths
  const steps = await db
    .withRecursive('up(start, id, parent_id, name, steps)', (query) =>
      query
        .selectFrom('document_folders')
        .select(['id as start', 'id', 'parent_id', 'name', sql<number>`1`.as('steps')])
        .where('id', 'in', folderIds)
        .unionAll(
          query
            .selectFrom('document_folders as parent')
            .innerJoin('up', 'up.parent_id', 'parent.id')
            .select((row) => [
              'up.start',
              'parent.id',
              'parent.parent_id',
              'parent.name',
              row('up.steps', '+', 1).as('steps'),
            ])
            // Not missed by tests: only folders that hold each other, which no move makes, would go on for ever.
            .where('up.steps', '<', FOLDER_DEPTH),
        ),
    )
    .selectFrom('up')
    .select(['start', 'id', 'name'])
    .orderBy('steps', 'desc')
    .execute()
  for (const { start, id, name } of steps) paths.set(start, [...(paths.get(start) ?? []), { id, name }])
  return paths
}

/** From the top down to a folder of the company; undefined: it has no such folder. */
export async function folderPath(
  db: Database,
  { companyId, folderId }: FolderKey,
): Promise<FolderPath | undefined> {
  const own = await db
    .selectFrom('document_folders')
    .select('id')
    .where('id', '=', folderId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return own && (await foldersUpFrom(db, [folderId])).get(folderId)
}

/** Query for a folder and all below it: their ids, and their depth with 1 for the folder itself. */
export function foldersDownFrom(db: Database, { companyId, folderId }: FolderKey) {
  return db
    .withRecursive('down(company_id, id, depth)', (query) =>
      query
        .selectFrom('document_folders')
        .select(['company_id', 'id', sql<number>`1`.as('depth')])
        .where('id', '=', folderId)
        .where('company_id', '=', companyId)
        .unionAll(
          query
            .selectFrom('document_folders as child')
            .innerJoin('down', (join) =>
              join.onRef('child.company_id', '=', 'down.company_id').onRef('child.parent_id', '=', 'down.id'),
            )
            .select((row) => ['child.company_id', 'child.id', row('down.depth', '+', 1).as('depth')])
            .where('down.depth', '<', FOLDER_DEPTH),
        ),
    )
    .selectFrom('down')
}

/**
 * Changes of one company's folders and files happen one after the other: lets one transaction of a company at a time through, of all processes: the row stays locked until the transaction
 * ends. Behind it, looking at the tree first (is the name free, is there room, is this no cycle) is safe.
 */
export async function passDocumentGate(transaction: Database, companyId: number): Promise<void> {
  await transaction
    .insertInto('document_gates')
    .values({ company_id: companyId, passes: 1 })
    .onConflict((row) =>
      row
        .column('company_id')
        .doUpdateSet((existing) => ({ passes: existing('document_gates.passes', '+', 1) })),
    )
    .execute()
}
