/** Uploads under way, stored on this device to resume after a reload. Stores no keys, only where the bytes lie. */
import * as v from 'valibot'
import { type BucketName, RESUME_HOURS } from '../../contract/documents/storage.ts'
import { HOUR_MS } from '../../rules/time/durations.ts'
import { kept } from './kept.ts'

export interface KeptUpload {
  name: string
  size: number
  modified: number
  bucket: BucketName
  prefix: string
  uploadId: string | undefined
  companyId: number
  folderId: number
  folderName: string
  /** Start of the upload, in ms since 1970. */
  savedAt: number
}

const keptList = kept('uploads', v.array(v.unknown()))
const required = v.looseObject({
  name: v.string(),
  size: v.number(),
  prefix: v.string(),
  folderId: v.number(),
  savedAt: v.number(),
})

export function readKeptUploads(): KeptUpload[] {
  const isUpload = (each: unknown): each is KeptUpload => v.is(required, each)
  return (keptList.read() ?? []).filter(isUpload).filter((each) => endOf(each) > Date.now())
}

/** Returns the time until which the server keeps the bytes at least, in ms since 1970. */
export function endOf({ savedAt }: KeptUpload): number {
  return savedAt + RESUME_HOURS * HOUR_MS
}

/** Stores the newest state of one upload. If the device refuses, a reload starts over. */
export function keepUpload(upload: KeptUpload): void {
  write([...readKeptUploads().filter(({ prefix }) => prefix !== upload.prefix), upload])
}

export function forgetUpload(prefix: string): void {
  write(readKeptUploads().filter((kept) => kept.prefix !== prefix))
}

/** Whether the upload began with this file, for this folder. Parts whose checksum differs are sent again. */
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
