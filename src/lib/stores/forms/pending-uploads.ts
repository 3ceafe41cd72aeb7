/**
 * Files that the device holds for a form go up once somebody is logged in: one after the other, each until it is not
 * wanted any more.
 */
import { map } from 'nanostores'
import { isUploadOf, NO_FOLDER, readKeptUploads } from '../../browser/kept-uploads.ts'
import { readPendingFile, takePendingFile } from '../../browser/pending-files.ts'
import { inTurn } from '../../browser/upload-turn.ts'
import type { FormFile, TypedForm } from '../../forms/typed-form.ts'
import { explainUpload, SENT_ELSEWHERE, UploadError } from '../../upload/failures.ts'
import { $isQuotaFull } from '../documents/storage-quota.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { $companyId } from '../session.ts'
import { abandonIfFree } from '../uploads/broken-off.ts'
import type { Ending } from '../uploads/kept-sending.ts'
import { changeContent, typedIn, whenConflictResolved } from './form.ts'
import { type FileProgress, LATER, sendPending, TakenBackError } from './send-pending.ts'

/**
 * Of files on their way, by what the device knows them by; of those that are gone from the store, by their keys
 * there.
 */
export const $fileProgress = map<Record<string, FileProgress | undefined>>({})

let running: Promise<void> | null = null
let current: { pending_id: string; controller: AbortController; ended: Promise<Ending> } | undefined
/** What has had its turn since it was last asked for. */
const tried = new Set<string>()

/**
 * Uploads what the device holds, also what failed before; what fails says so at its file, and keeps `hash_name` null.
 * Resolves when each has had its turn.
 */
export function uploadPendingFiles(): Promise<void> {
  tried.clear()
  if (current) tried.add(current.pending_id)
  running ??= uploadAll().finally(() => {
    running = null
  })
  return running
}

/** 重试: at once, or after the one that is on its way. */
export function retryFormUpload({ pending_id }: FormFile): Promise<void> {
  if (pending_id !== null) $fileProgress.setKey(pending_id, undefined)
  return uploadPendingFiles()
}

/** 取消中... until nothing is left of the upload, nor of the file in the form. @returns what is left after all */
export async function cancelFormUpload({ pending_id }: FormFile): Promise<Ending> {
  if (pending_id === null) return 'clean'
  const own = current?.pending_id === pending_id ? current : undefined
  if (own) $fileProgress.setKey(pending_id, { status: 'cancelling' })
  own?.controller.abort()
  const ending = (await own?.ended) ?? 'clean'
  forgetPending(pending_id)
  changeContent(({ texts, files }) => ({
    texts,
    files: files.filter((file) => file.pending_id !== pending_id),
  }))
  return ending
}

/** The device holds it no longer, no byte of it goes up any more, and what a try before has sent is given up. */
export function forgetPending(pending_id: string | null): void {
  if (pending_id === null) return
  const isRunning = current?.pending_id === pending_id
  if (isRunning) current?.controller.abort()
  takePendingFile(pending_id).then((file) => {
    if (file && !isRunning) abandonSent(file)
  })
  $fileProgress.setKey(pending_id, undefined)
}

function abandonSent(file: File): void {
  for (const kept of readKeptUploads()) {
    if (isUploadOf(kept, { file, folderId: NO_FOLDER })) abandonIfFree(kept)
  }
}

/** The store has it no longer, which a refusal said. */
export function markGone(hash_name: string): void {
  $fileProgress.setKey(hash_name, { status: 'failed', text: '已不在企业文件里' })
}

/** For now; the device keeps what it holds, and the store what has arrived. */
export function stopUpload(): void {
  current?.controller.abort(LATER)
}

export function forgetPendingFiles({ files }: TypedForm): void {
  for (const { pending_id } of files) forgetPending(pending_id)
}

async function uploadAll(): Promise<void> {
  for (;;) {
    await whenConflictResolved()
    // The device keeps them until the next login.
    if ($companyId.get() === null) return
    const next = typedIn().files.find(
      ({ pending_id, hash_name }) => hash_name === null && pending_id && !tried.has(pending_id),
    )
    if (!next?.pending_id) return
    tried.add(next.pending_id)
    const controller = new AbortController()
    const ended = uploadOne(next, next.pending_id, controller.signal)
    current = { pending_id: next.pending_id, controller, ended }
    await ended
    current = undefined
  }
}

/** Ends without an error: what went wrong is said at the file. @returns what is left of it, where it was taken back */
async function uploadOne(entry: FormFile, pending_id: string, signal: AbortSignal): Promise<Ending> {
  const tell = (progress: FileProgress) => {
    if (!signal.aborted) $fileProgress.setKey(pending_id, progress)
  }
  const onWaiting = () => tell({ status: 'waiting', text: SENT_ELSEWHERE })
  try {
    const file = await readPendingFile(pending_id)
    if (!file) throw new MissingFileError(entry.local_name)
    await inTurn({ folderId: NO_FOLDER, name: file.name }, { signal, onWaiting }, async () =>
      settle(pending_id, await sendPending(file, pending_id, { signal, tell })),
    )
    forgetPending(pending_id)
  } catch (error) {
    if (signal.aborted || error instanceof TakenBackError) {
      $fileProgress.setKey(pending_id, undefined)
      return error instanceof TakenBackError ? error.ending : 'clean'
    }
    if (error instanceof UploadError && error.isFull) $isQuotaFull.set(true)
    askAgainIfSessionEnded(error)
    tell({ status: 'failed', text: error instanceof MissingFileError ? error.message : explainUpload(error) })
  }
  return 'clean'
}

class MissingFileError extends Error {
  override readonly name = 'MissingFileError'

  constructor(name: string) {
    super(`这台设备上找不到“${name}”了，请移除后重新选择`)
  }
}

function settle(pending_id: string, hash_name: string): void {
  changeContent(({ texts, files }) => ({
    texts,
    files: files.map((file) =>
      file.pending_id === pending_id ? { ...file, hash_name, pending_id: null } : file,
    ),
  }))
}
