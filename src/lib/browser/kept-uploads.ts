/** Uploads under way as this device remembers them, to go on after a reload. No keys are kept, only where they lie. */
import { type BucketName, RESUME_HOURS } from '../contract/documents/storage.ts'
import { KEPT_UPLOADS } from './given-up.ts'

/** In place of a folder: files of a form are in none before they are entered. */
export const NO_FOLDER = 0

export interface KeptUpload {
  /** Of the chosen file. */
  name: string
  size: number
  /** ms since 1970. */
  modified: number
  /** Of samples of its bytes. */
  hash: string
  bucket: BucketName
  prefix: string
  uploadId: string | undefined
  companyId: number
  /** Where it is to go. */
  folderId: number
  folderName: string
  /** The file that it is to replace. */
  replaces: number | undefined
  replacesName?: string
  /** ms since 1970. */
  savedAt: number
}

/** Those that the server may still have. */
export function readKeptUploads(): KeptUpload[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT_UPLOADS) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKeptUpload).filter((each) => endOf(each) > Date.now()) : []
  } catch {
    return []
  }
}

/** Until then the server keeps what it has, at least; ms since 1970. */
export function endOf({ savedAt }: KeptUpload): number {
  return savedAt + RESUME_HOURS * 3_600_000
}

/** The newest state of one upload. Where the device refuses, a reload begins anew. */
export function keepUpload(upload: KeptUpload): void {
  write([...readKeptUploads().filter(({ prefix }) => prefix !== upload.prefix), upload])
}

/** The server has given keys for it: it keeps what it has for that much longer. What is not kept stays forgotten. */
export function prolongUpload(prefix: string): void {
  const savedAt = Date.now()
  write(readKeptUploads().map((kept) => (kept.prefix === prefix ? { ...kept, savedAt } : kept)))
}

export function forgetUpload(prefix: string): void {
  write(readKeptUploads().filter((kept) => kept.prefix !== prefix))
}

/** Whether it was begun with this file, for this place; as far as can be told without reading the file. */
export function isUploadOf(
  { name, size, modified, folderId }: KeptUpload,
  chosen: { file: File; folderId: number },
): boolean {
  const { file } = chosen
  const isFile = file.name === name && file.size === size && file.lastModified === modified
  return isFile && chosen.folderId === folderId
}

function write(kept: readonly KeptUpload[]): void {
  try {
    if (kept.length === 0) localStorage.removeItem(KEPT_UPLOADS)
    else localStorage.setItem(KEPT_UPLOADS, JSON.stringify(kept))
  } catch {
    // Full or switched off.
  }
}

function isKeptUpload(value: unknown): value is KeptUpload {
  const { prefix, name, size, hash, folderId, savedAt } = (value ?? {}) as Partial<KeptUpload>
  return (
    typeof prefix === 'string' &&
    typeof name === 'string' &&
    typeof hash === 'string' &&
    [size, folderId, savedAt].every(Number.isFinite)
  )
}
