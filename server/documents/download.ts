import { sql } from 'kysely'
import type { AnswerOf } from '../../src/lib/contract/call.ts'
import {
  DOWNLOADS_PER_PAGE,
  type downloadFolder,
  FOLDER_EMPTY,
} from '../../src/lib/contract/documents/document.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Database } from '../db/schema.ts'
import { noSuchFile, Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { signedDownload, signOrWithhold } from '../storage/unchanged.ts'
import { type FileKey, filesOf } from './file-rows.ts'
import { type FolderKey, folderPath, foldersDownFrom, foldersUpFrom } from './tree.ts'

type Storing = Pick<Services, 'db' | 'storage' | 'securityLog'>

export async function fileUrl(services: Storing, { companyId, fileId }: FileKey): Promise<string> {
  const file = await bytesOf(filesOf(services.db, companyId))
    .where('document_files.id', '=', fileId)
    .executeTakeFirstOrThrow(noSuchFile)
  return signedDownload(services, ...toDownload(file))
}

function bytesOf(files: ReturnType<typeof filesOf>) {
  return files.select([
    'stored_objects.id as object_id',
    'stored_objects.company_id',
    'stored_objects.bucket',
    'stored_objects.etag',
    'stored_objects.crc64',
  ])
}

type FileBytes = Awaited<ReturnType<ReturnType<typeof bytesOf>['execute']>>[number]

function toDownload({ hash_name: key, object_id: id, local_name, ...file }: FileBytes) {
  return [
    { ...file, id, key },
    { filename: local_name, readerId: file.company_id },
  ] as const
}

/** One page of the files in a folder and below, those with larger ids than `after`. @throws Refusal 404, 400 when there is no file at all */
export async function folderUrls(
  services: Storing,
  { companyId, folderId }: FolderKey,
  after: number,
): Promise<AnswerOf<typeof downloadFolder>> {
  const { db } = services
  await folderPath(db, { companyId, folderId })
  const files = filesOf(db, companyId).where(
    'document_files.folder_id',
    'in',
    foldersDownFrom(db, { companyId, folderId }).select('id'),
  )
  const { total, bytes } = await files
    .clearSelect()
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      sql<number>`cast(sum(stored_objects.size) as bigint)`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  if (total === 0) throw new Refusal(CODES.invalid, FOLDER_EMPTY)
  const rows = await bytesOf(files)
    .where('document_files.id', '>', after)
    .orderBy('document_files.id')
    .limit(DOWNLOADS_PER_PAGE + 1)
    .execute()
  const items = rows.slice(0, DOWNLOADS_PER_PAGE)
  const next = rows.length > items.length ? (items.at(-1)?.id ?? null) : null
  const folders = await relativePaths(db, folderId, [...new Set(items.map(({ folder }) => folder))])
  const downloads = await Promise.all(
    items.map(async (file) => ({
      name: (folders.get(file.folder) ?? '') + file.local_name,
      download: await signOrWithhold(services, ...toDownload(file)),
    })),
  )
  return {
    urls: downloads.flatMap(({ name, download }) =>
      typeof download === 'string' ? [{ name, download_url: download }] : [],
    ),
    left_out: downloads.flatMap(({ name, download }) =>
      typeof download === 'string' ? [] : [{ name, reason: download.withheld }],
    ),
    bytes,
    total,
    next,
  }
}

async function relativePaths(
  db: Database,
  from: number,
  folderIds: readonly number[],
): Promise<Map<number, string>> {
  const paths = await foldersUpFrom(db, folderIds)
  return new Map(
    [...paths].map(([id, path]) => {
      const below = path.slice(path.findIndex((folder) => folder.id === from) + 1)
      return [id, below.map(({ name }) => `${name}/`).join('')]
    }),
  )
}
