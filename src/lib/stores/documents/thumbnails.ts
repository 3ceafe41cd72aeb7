/** Small pictures for the grid. */
import { ask } from '../../api/ask.ts'
import type { DocumentFile } from '../../contract/documents/document.ts'
import { downloadFile } from '../../contract/documents/document-file.ts'
import { kindOf } from '../../rules/files/file-kinds.ts'
import { LARGEST_PICTURE_BYTES, signedUrl } from '../kit/signed-urls.ts'

export function hasThumbnail({ local_name, size }: DocumentFile): boolean {
  return kindOf(local_name) === 'image' && size <= LARGEST_PICTURE_BYTES
}

/** Returns its address. Rejects if there is none; the badge stays then. */
export function thumbnailOf({ id, hash_name }: DocumentFile): Promise<string> {
  return signedUrl(
    hash_name,
    async () => (await ask(downloadFile, { query: {}, params: { id } })).download_url,
  )
}
