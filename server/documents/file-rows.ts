import type { AnswerOf } from '../../src/lib/contract/call.ts'
import type { DocumentFile } from '../../src/lib/contract/documents/document.ts'
import { type addFile, downloadPath } from '../../src/lib/contract/documents/document-file.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { noSuchFile } from '../http/refusal.ts'
import type { Holder } from '../storage/object-rows.ts'
import { type Scan, shownScan } from '../storage/scan-objects.ts'
import { usedBytes } from './company-guide.ts'

export interface FileKey {
  companyId: number
  fileId: number
}

export function holderOf({ companyId, fileId }: FileKey): Holder {
  return { kind: 'document_file', id: fileId, companyId, operators: false }
}

export function filesOf(db: Database, companyId: number) {
  return db
    .selectFrom('document_files')
    .innerJoin('stored_objects', 'stored_objects.id', 'document_files.object_id')
    .select([
      'document_files.id',
      'document_files.folder_id as folder',
      'stored_objects.key as hash_name',
      'document_files.name as local_name',
      'stored_objects.size',
      'stored_objects.scan',
      'document_files.modified_at',
      'document_files.expires_on',
      'document_files.report_year',
    ])
    .where('document_files.company_id', '=', companyId)
}

export function toFile({
  modified_at,
  scan,
  ...file
}: Omit<DocumentFile, 'gmt_modified' | 'scan' | 'download_url' | 'checked'> & {
  modified_at: number
  scan: Scan
}): DocumentFile {
  return {
    ...file,
    download_url: downloadPath(file.id),
    checked: false,
    ...shownScan(scan),
    gmt_modified: toTimestamp(modified_at),
  }
}

export async function findFile(db: Database, { companyId, fileId }: FileKey) {
  return filesOf(db, companyId)
    .select('document_files.object_id')
    .where('document_files.id', '=', fileId)
    .executeTakeFirstOrThrow(noSuchFile)
}

export async function fileAndUsage(db: Database, key: FileKey): Promise<AnswerOf<typeof addFile>> {
  const { object_id: _, ...file } = await findFile(db, key)
  return { file: toFile(file), size: await usedBytes(db, key.companyId) }
}
