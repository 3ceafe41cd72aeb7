/** Uploads that were broken off by leaving the page, and the end of those that were given up meanwhile. */
import { atom } from 'nanostores'
import { type KeptUpload, readKeptUploads } from '../../browser/kept-uploads.ts'
import { giveUp } from './run.ts'
import { $uploads, isEnded } from './state.ts'

export const $keptUploads = atom<readonly KeptUpload[]>([])

/** Those that no upload of this page goes on with. */
export function loadKeptUploads(): () => void {
  for (const kept of readKeptUploads()) if (kept.abandoned) giveUp(kept).catch(() => {})
  const show = () => {
    const here = $uploads.get().filter((item) => !isEnded(item) || item.state.status === 'failed')
    const isHere = (kept: KeptUpload) =>
      here.some(({ file, folderId }) => file.name === kept.name && folderId === kept.folderId)
    $keptUploads.set(readKeptUploads().filter((kept) => !kept.abandoned && !isHere(kept)))
  }
  return $uploads.subscribe(show)
}

export async function giveUpKept(kept: KeptUpload): Promise<void> {
  $keptUploads.set($keptUploads.get().filter(({ prefix }) => prefix !== kept.prefix))
  await giveUp(kept).catch(() => {})
}
