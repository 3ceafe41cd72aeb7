import {
  type BucketName,
  cancelUpload,
  downloadDocument,
  downloadStatic,
  getUploadToken,
  type UploadToken,
} from '../contract/documents/storage.ts'
import { ask } from './ask.ts'

/** Credentials for one upload of `size` bytes, for which the room is reserved. @param prefix made by `newUploadPrefix` */
export async function fetchUploadToken(
  bucket: BucketName,
  size: number,
  prefix: string,
): Promise<UploadToken> {
  const { data } = await ask(getUploadToken, { query: { bucket, size: String(size), new_key: prefix } })
  return data
}

/** Where an upload can be opened once, and given up even if nobody heard that it was opened. */
export function newUploadPrefix(companyId: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const name = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .slice(0, 22)
  return `companies/${companyId}/${name}/`
}

/** New credentials for an upload that is under way, before the old ones are over. */
export async function renewUploadToken(bucket: BucketName, key: string): Promise<UploadToken> {
  const { data } = await ask(getUploadToken, { query: { bucket, key } })
  return data
}

export async function abandonUpload(key: string): Promise<void> {
  await ask(cancelUpload, { body: { key } })
}

/** A URL that is good for five minutes and saves the file as `localName`. */
export async function fetchDownloadUrl(
  bucket: BucketName,
  localName: string,
  hashName: string,
): Promise<string> {
  const call = bucket === 'static' ? downloadStatic : downloadDocument
  const { download_url } = await ask(call, {
    body: { filename_local: localName, filename_server: hashName },
  })
  return download_url
}
