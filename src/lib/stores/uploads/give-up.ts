/** The end of what an upload had opened: no part, no object and no room is left taken. */
import { abandonUpload } from '../../api/storage.ts'
import { forgetUpload, type KeptUpload, keepUpload, readKeptUploads } from '../../browser/kept-uploads.ts'
import { pauseForLine } from '../../browser/line.ts'
import { ifFree } from '../../browser/upload-turn.ts'
import { keepTrying } from '../../upload/keep-trying.ts'
import type { UploadItem } from './state.ts'

const NEVER = new AbortController().signal

/** However long the line is down. */
export async function giveUp(kept: KeptUpload): Promise<void> {
  keepUpload({ ...kept, abandoned: true })
  const quiet = { signal: NEVER, pause: pauseForLine, onWaiting: () => {}, onResumed: () => {} }
  await keepTrying('token', () => abandonUpload(kept.prefix), quiet)
  forgetUpload(kept.prefix)
}

/** Not what another page goes on with: that is its own by now. */
export async function giveUpIfFree(kept: KeptUpload): Promise<void> {
  // Once it is marked, nobody goes on with it, and the place is free for another upload.
  const marked = await ifFree(kept, async () => ({ closing: giveUp(kept) }))
  await marked?.value.closing
}

/** Closes what a failed upload of this file left to go on with. */
export async function giveUpOn({ file, folderId }: UploadItem): Promise<void> {
  const left = readKeptUploads().filter(
    (kept) => kept.folderId === folderId && kept.name === file.name && kept.modified === file.lastModified,
  )
  await Promise.all(left.map(giveUpIfFree))
}
