/** Uploads that were broken off by leaving the page, and the end of those that were abandoned. */
import { atom } from 'nanostores'
import { hearKept } from '../../browser/kept-events.ts'
import { isUploadOf, type KeptUpload, NO_FOLDER, readKeptUploads } from '../../browser/kept-uploads.ts'
import { onceASecond } from '../../browser/once-a-second.ts'
import { together } from '../../browser/together.ts'
import { findBusyPlaces, untilFree } from '../../browser/upload-turn.ts'
import { loadQuota } from '../documents/storage-quota.ts'
import { abandonIfFree, reportAbandoned } from './abandon-upload.ts'
import { $uploads, isEnded } from './state.ts'

export const $keptUploads = atom<readonly KeptUpload[]>([])

/** Those that no upload of any page of this browser goes on with. */
export function loadKeptUploads(): () => void {
  reportAbandoned()
  const end = new AbortController()
  const { signal } = end
  const followed = new Set<string>()
  const follow = async (kept: KeptUpload) => {
    if (followed.has(kept.prefix)) return
    followed.add(kept.prefix)
    await untilFree(kept, signal).catch(() => {})
    followed.delete(kept.prefix)
    await show()
  }
  const show = async () => {
    const isAny = readKeptUploads().length > 0
    const companyId = isAny ? (await loadQuota())?.companyId : undefined
    const isBusy = isAny ? await findBusyPlaces() : () => false
    if (signal.aborted) return
    const left = brokenOff(companyId)
    $keptUploads.set(left.filter((kept) => !isBusy(kept)))
    for (const kept of left.filter(isBusy)) follow(kept)
  }
  return together($uploads.subscribe(onceASecond(show)), hearKept('documents', 'uploads', show), () =>
    end.abort(),
  )
}

/** What no upload of this page goes on with; a form goes on with its own files by itself. */
function brokenOff(companyId: number | undefined): KeptUpload[] {
  const here = $uploads.get().filter((item) => !isEnded(item) || item.state.status === 'failed')
  const isHere = (kept: KeptUpload) => here.some((item) => isUploadOf(kept, item))
  const isOurs = (kept: KeptUpload) => kept.companyId === companyId && kept.folderId !== NO_FOLDER
  return readKeptUploads().filter((kept) => isOurs(kept) && !isHere(kept))
}

export async function dropKeptUpload(kept: KeptUpload): Promise<void> {
  $keptUploads.set($keptUploads.get().filter(({ prefix }) => prefix !== kept.prefix))
  await abandonIfFree(kept)
}
