/** Files that the device holds for a form go up once somebody is logged in: one after the other, each until it is not wanted any more. */
import { map } from 'nanostores'
import { heldFile, takeHeldFile } from '../../browser/held-files.ts'
import { isUploadOf, NO_FOLDER, readKeptUploads } from '../../browser/kept-uploads.ts'
import { inTurn } from '../../browser/upload-turn.ts'
import type { FormFile, TypedForm } from '../../forms/typed-form.ts'
import { explainUpload, SENT_ELSEWHERE, UploadError } from '../../upload/upload-error.ts'
import { $roomFull } from '../documents/storage-room.ts'
import { askForLoginAgain } from '../login.ts'
import { $companyId, endedByRefusal } from '../session.ts'
import { abandonIfFree } from '../uploads/abandon-upload.ts'
import type { Ending } from '../uploads/take-back.ts'
import { changeContent, typedIn, whenConflictResolved } from './form.ts'
import { type FileProgress, LATER, sendHeld, TakenBackError } from './send-held.ts'

/** Of files on their way, by what the device knows them by; of those that are gone from the store, by their keys there. */
export const $fileProgress = map<Record<string, FileProgress | undefined>>({})

let running: Promise<void> | null = null
let current: { held: string; controller: AbortController; ended: Promise<Ending> } | undefined
/** What has had its turn since it was last asked for. */
const tried = new Set<string>()

/**
 * Uploads what the device holds, also what failed before; what fails says so at its file, and keeps `hash_name` null.
 * Resolves when each has had its turn.
 */
export function uploadHeldFiles(): Promise<void> {
  tried.clear()
  if (current) tried.add(current.held)
  running ??= uploadAll().finally(() => {
    running = null
  })
  return running
}

/** 重试: at once, or after the one that is on its way. */
export function retryFormUpload({ held }: FormFile): Promise<void> {
  if (held !== null) $fileProgress.setKey(held, undefined)
  return uploadHeldFiles()
}

/** 取消中... until nothing is left of the upload, nor of the file in the form. @returns what is left after all */
export async function cancelFormUpload({ held }: FormFile): Promise<Ending> {
  if (held === null) return 'clean'
  const own = current?.held === held ? current : undefined
  if (own) $fileProgress.setKey(held, { status: 'cancelling' })
  own?.controller.abort()
  const ending = (await own?.ended) ?? 'clean'
  forgetHeld(held)
  changeContent(({ texts, files }) => ({ texts, files: files.filter((file) => file.held !== held) }))
  return ending
}

/** The device holds it no longer, no byte of it goes up any more, and what a try before has sent is given up. */
export function forgetHeld(held: string | null): void {
  if (held === null) return
  const isRunning = current?.held === held
  if (isRunning) current?.controller.abort()
  takeHeldFile(held).then((file) => {
    if (file && !isRunning) abandonSent(file)
  })
  $fileProgress.setKey(held, undefined)
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

export function forgetHeldFiles({ files }: TypedForm): void {
  for (const { held } of files) forgetHeld(held)
}

async function uploadAll(): Promise<void> {
  for (;;) {
    await whenConflictResolved()
    // The device keeps them until the next login.
    if ($companyId.get() === null) return
    const next = typedIn().files.find(({ held, hash_name }) => hash_name === null && held && !tried.has(held))
    if (!next?.held) return
    tried.add(next.held)
    const controller = new AbortController()
    const ended = uploadOne(next, next.held, controller.signal)
    current = { held: next.held, controller, ended }
    await ended
    current = undefined
  }
}

/** Ends without an error: what went wrong is said at the file. @returns what is left of it, where it was taken back */
async function uploadOne(entry: FormFile, held: string, signal: AbortSignal): Promise<Ending> {
  const tell = (progress: FileProgress) => {
    if (!signal.aborted) $fileProgress.setKey(held, progress)
  }
  const onWaiting = () => tell({ status: 'waiting', text: SENT_ELSEWHERE })
  try {
    const file = await heldFile(held)
    if (!file) throw new MissingFileError(entry.local_name)
    await inTurn({ folderId: NO_FOLDER, name: file.name }, { signal, onWaiting }, async () =>
      settle(held, await sendHeld(file, held, { signal, tell })),
    )
    forgetHeld(held)
  } catch (error) {
    if (signal.aborted || error instanceof TakenBackError) {
      $fileProgress.setKey(held, undefined)
      return error instanceof TakenBackError ? error.ending : 'clean'
    }
    if (error instanceof UploadError && error.isFull) $roomFull.set(true)
    if (endedByRefusal(error instanceof UploadError ? error.cause : error)) askForLoginAgain()
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

function settle(held: string, hash_name: string): void {
  changeContent(({ texts, files }) => ({
    texts,
    files: files.map((file) => (file.held === held ? { ...file, hash_name, held: null } : file)),
  }))
}
