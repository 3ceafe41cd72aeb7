import { type Selectable, sql } from 'kysely'
import { FOLDER_DEPTH, type Folder, type FolderPath } from '../../src/lib/contract/documents/document.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Session } from '../sessions/sessions.ts'

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
            // Not missed by tests: only folders that contain each other would recurse for ever, and no move makes such.
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

/** @throws Refusal 404 */
export async function folderPath(db: Database, { companyId, folderId }: FolderKey): Promise<FolderPath> {
  await db
    .selectFrom('document_folders')
    .select('id')
    .where('id', '=', folderId)
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow(noSuchFolder)
  return (await foldersUpFrom(db, [folderId])).get(folderId) ?? []
}

/** Selects a folder and all below it: their ids, and their depth, 1 for the folder itself. */
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

/** Locks a company's folders and files: afterwards checks of names, limits and cycles stay true. */
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

/** A folder's id, valid only together with its company's. */
export interface FolderKey {
  companyId: number
  folderId: number
}

type FolderRow = Pick<Selectable<Tables['document_folders']>, 'id' | 'name' | 'parent_id' | 'created_at'>

export const FOLDER_COLUMNS = ['id', 'name', 'parent_id', 'created_at'] as const

export function toFolder({ id, name, parent_id, created_at }: FolderRow): Folder {
  return { id, name, parent: parent_id, org_id: 1, gmt_create: toTimestamp(created_at) }
}

export function foldersIn(db: Database, companyId: number, parent: number | null) {
  return db
    .selectFrom('document_folders')
    .where('company_id', '=', companyId)
    .where('parent_id', parent === null ? 'is' : '=', parent)
}

// Refusals about folders and files. Foreign and missing ones look the same (behaviour B4.4).

export function noSuchFolder(): Refusal {
  return new Refusal(CODES.none, '没有找到这个文件夹，它可能已被删除')
}

/** With the id of the existing one, so that the person can open or replace it, or choose another name. */
export function nameTaken(kind: '文件夹' | '文件', existingId: number): Refusal {
  return new Refusal(CODES.conflict, `这里已有同名${kind}，请换一个名称`, { existing_id: existingId })
}

export function tooMany(what: string, limit: number): Refusal {
  return new Refusal(CODES.invalid, `${what}最多 ${limit} 个，请先整理或删除不需要的内容`)
}

export function refuseForeign({ customer }: Session, companyId: number): void {
  if (customer.company_id !== companyId) throw noSuchFolder()
}
