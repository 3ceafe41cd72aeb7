/** Uploads under way as this device remembers them, to go on after a reload. No keys are kept, only where they lie. */
import * as v from 'valibot'
import { type BucketName, RESUME_HOURS } from '../../contract/documents/storage.ts'
import { HOUR_MS } from '../../rules/time/durations.ts'
import { kept } from './kept.ts'

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
  /** When it was opened; ms since 1970. */
  savedAt: number
}

const keptList = kept('uploads', v.array(v.unknown()))
/** What it cannot do without. */
const required = v.looseObject({
  name: v.string(),
  size: v.number(),
  hash: v.string(),
  prefix: v.string(),
  folderId: v.number(),
  savedAt: v.number(),
})

/** Those that the server may still have. */
export function readKeptUploads(): KeptUpload[] {
  const isUpload = (each: unknown): each is KeptUpload => v.is(required, each)
  return (keptList.read() ?? []).filter(isUpload).filter((each) => endOf(each) > Date.now())
}

/** Until then the server keeps what it has, at least; ms since 1970. */
export function endOf({ savedAt }: KeptUpload): number {
  return savedAt + RESUME_HOURS * HOUR_MS
}

/** The newest state of one upload. Where the device refuses, a reload begins anew. */
export function keepUpload(upload: KeptUpload): void {
  write([...readKeptUploads().filter(({ prefix }) => prefix !== upload.prefix), upload])
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

function write(uploads: readonly KeptUpload[]): void {
  if (uploads.length === 0) keptList.drop()
  else keptList.keep(uploads)
}
