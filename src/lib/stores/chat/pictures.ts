/** Addresses of pictures in dialogues: signed for five minutes, requested in batches, and renewed. */
import { map } from 'nanostores'
import { DOWNLOAD_SECONDS } from '../../contract/documents/storage.ts'
import { askUrl, type FileUrl, findUrl, type NamedFile } from '../../conversation/file-calls.ts'
import { BYTES_PER_MB } from '../../rules/files/storage-units.ts'
import { $owner, handleSessionEnd } from '../session.ts'
import { explainFailure } from './failures.ts'

const AT_ONCE = 4
/** Larger pictures load on demand. */
const LARGEST_BYTES = 5 * BYTES_PER_MB

interface Picture {
  localName: string
  hashName: string
  size: number | null
}

export const $pictures = map<Record<string, string>>({})

const askedAtMs = new Map<string, number>()
const waiting: (() => void)[] = []
let asking = 0

$owner.listen(() => {
  $pictures.set({})
  askedAtMs.clear()
})

/** Requests the address of a visible picture, once until the address is about to expire. */
export async function showPicture({ localName, hashName, size }: Picture): Promise<void> {
  const askedMs = askedAtMs.get(hashName)
  if (askedMs !== undefined && performance.now() - askedMs < DOWNLOAD_SECONDS * 900) return
  if (size !== null && size > LARGEST_BYTES) return
  askedAtMs.set(hashName, performance.now())
  if (asking >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  asking += 1
  try {
    $pictures.setKey(hashName, await askUrl({ localName, hashName }))
  } catch (error) {
    // The badge stays.
    askedAtMs.delete(hashName)
    handleSessionEnd(error)
  } finally {
    asking -= 1
    waiting.shift()?.()
  }
}

/** Returns a fresh address of a file in a dialogue, for saving or viewing. */
export function findFileUrl(file: NamedFile): Promise<FileUrl> {
  return findUrl(() => askUrl(file), explainFailure)
}
