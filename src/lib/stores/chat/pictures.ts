/**
 * Addresses of the pictures of dialogues: signed for five minutes, asked a few at a time, and anew when they are
 * over.
 */
import { map } from 'nanostores'
import { DOWNLOAD_SECONDS } from '../../contract/documents/storage.ts'
import { askUrl, type FileUrl, findUrl, type NamedFile } from '../../conversation/file-calls.ts'
import { BYTES_PER_MB } from '../../rules/files/storage-units.ts'
import { $owner, handleSessionEnd } from '../session.ts'
import { explainFailure } from './failures.ts'

const AT_ONCE = 4
/** A larger picture is shown when somebody asks for it. */
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

/** Asks for the address of a picture that has come into the page: once, until that address is about to end. */
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
    // The badge stays in its place.
    askedAtMs.delete(hashName)
    handleSessionEnd(error)
  } finally {
    asking -= 1
    waiting.shift()?.()
  }
}

/** A fresh address of a file in a dialogue, to be saved or looked at. */
export function findFileUrl(file: NamedFile): Promise<FileUrl> {
  return findUrl(() => askUrl(file), explainFailure)
}
