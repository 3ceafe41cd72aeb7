/** Addresses of thumbnails, signed for five minutes, requested in batches and cached. */
import { ask } from '../../api/ask.ts'
import type { DocumentFile } from '../../contract/documents/document.ts'
import { downloadFile } from '../../contract/documents/document-file.ts'
import { DOWNLOAD_SECONDS } from '../../contract/documents/storage.ts'
import { kindOf } from '../../rules/files/file-kinds.ts'
import { BYTES_PER_MB } from '../../rules/files/storage-units.ts'

/** A larger picture is not worth its bytes at this size. */
const LARGEST_BYTES = 5 * BYTES_PER_MB
const AT_ONCE = 4

const known = new Map<string, { url: Promise<string>; untilMs: number }>()
const waiting: (() => void)[] = []
let asking = 0

export function hasThumbnail({ local_name, size }: DocumentFile): boolean {
  return kindOf(local_name) === 'image' && size <= LARGEST_BYTES
}

/** Rejects without a thumbnail; the badge then stays. */
export function thumbnailOf({ id, hash_name }: DocumentFile): Promise<string> {
  const kept = known.get(hash_name)
  if (kept && performance.now() < kept.untilMs) return kept.url
  const url = inTurn(async () => (await ask(downloadFile, { query: {}, params: { id } })).download_url)
  known.set(hash_name, { url, untilMs: performance.now() + DOWNLOAD_SECONDS * 900 })
  url.catch(() => known.delete(hash_name))
  return url
}

async function inTurn(askUrl: () => Promise<string>): Promise<string> {
  if (asking >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  asking++
  try {
    return await askUrl()
  } finally {
    asking--
    waiting.shift()?.()
  }
}
