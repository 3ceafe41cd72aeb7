import type { LockedObjectId } from '../db/tables/storage.ts'
import type { Library } from './document-library.ts'
import type { TestPortal } from './portal.ts'

/** Inserts files directly into the database, without any checks; all share an object of one byte. */
export async function insertFiles(
  { db }: Pick<TestPortal, 'db'>,
  { companyId }: Pick<Library, 'companyId'>,
  into: number,
  count: number,
): Promise<void> {
  const { id } = await db
    .insertInto('stored_objects')
    .values({
      bucket: 'documents',
      key: `${into}/object`,
      company_id: companyId,
      size: 1,
      created_at: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let start = 0; start < count; start += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - start) }, (_, index) => ({
      company_id: companyId,
      folder_id: into,
      object_id: id as LockedObjectId,
      name: `报价单${start + index}.pdf`,
      search_name: `报价单${start + index}.pdf`,
      modified_at: 0,
    }))
    await db.insertInto('document_files').values(rows).execute()
  }
}
