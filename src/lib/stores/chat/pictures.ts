/** Addresses of the pictures in dialogues. */
import { map } from 'nanostores'
import { askUrl, type FileUrl, findUrl, type NamedFile } from '../../conversation/file-calls.ts'
import { LARGEST_PICTURE_BYTES, signedUrl } from '../kit/signed-urls.ts'
import { $owner, handleSessionEnd } from '../session.ts'
import { explainFailure } from './failures.ts'

interface Picture extends NamedFile {
  size: number | null
}

export const $pictures = map<Record<string, string>>({})

$owner.listen(() => $pictures.set({}))

export async function showPicture({ localName, hashName, size }: Picture): Promise<void> {
  if (size !== null && size > LARGEST_PICTURE_BYTES) return
  try {
    $pictures.setKey(hashName, await signedUrl(hashName, () => askUrl({ localName, hashName })))
  } catch (error) {
    // The badge stays in its place.
    handleSessionEnd(error)
  }
}

export function findFileUrl(file: NamedFile): Promise<FileUrl> {
  return findUrl(() => askUrl(file), explainFailure)
}
