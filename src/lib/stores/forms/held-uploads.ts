/** Files that the device holds for a form go up once somebody is logged in: one after the other, each until it is not wanted any more. */
import { map } from 'nanostores'
import { dropHeldFile, heldFile } from '../../browser/held-files.ts'
import { NO_FOLDER } from '../../browser/kept-uploads.ts'
import { inTurn } from '../../browser/upload-turn.ts'
import type { FormFile, TypedForm } from '../../contract/typed-form.ts'
import { explainUpload, SENT_ELSEWHERE, UploadError } from '../../upload/upload-error.ts'
import { $roomFull } from '../documents/storage-room.ts'
import { askForLoginAgain } from '../login.ts'
import { endedByRefusal } from '../session.ts'
import { typedIn } from './form.ts'
import { changeContent } from './save.ts'
import { type FileProgress, LATER, sendHeld, UnwantedError } from './send-held.ts'
import { versionChosen } from './wanted.ts'

/** Of files on their way, by what the device knows them by. */
export const $fileProgress = map<Record<string, FileProgress | undefined>>({})

let running: Promise<void> | null = null
let current: { held: string; controller: AbortController; ended: Promise<void> } | undefined

/** Uploads what the device holds; what fails says so at its file, and keeps `hash_name` null. */
export function uploadHeldFiles(): Promise<void> {
  running ??= uploadAll().finally(() => {
    running = null
  })
  return running
}

/** 取消中... until nothing is left of the upload, nor of the file in the form. */
export async function cancelFormUpload({ held }: FormFile): Promise<void> {
  if (held === null) return
  const own = current?.held === held ? current : undefined
  if (own) $fileProgress.setKey(held, { status: 'cancelling' })
  own?.controller.abort()
  await own?.ended
  forgetHeld(held)
  changeContent(({ texts, files }) => ({ texts, files: files.filter((file) => file.held !== held) }))
}

/** The device holds it no longer, and no byte of it goes up any more. */
export function forgetHeld(held: string | null): void {
  if (held === null) return
  if (current?.held === held) current.controller.abort()
  dropHeldFile(held)
  $fileProgress.setKey(held, undefined)
}

/** For now; the device keeps what it holds, and the store what has arrived. */
export function stopUpload(): void {
  current?.controller.abort(LATER)
}

export function forgetHeldFiles({ files }: TypedForm): void {
  for (const { held } of files) forgetHeld(held)
}

async function uploadAll(): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    await versionChosen()
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

/** Ends without an error: what went wrong is said at the file. */
async function uploadOne(entry: FormFile, held: string, signal: AbortSignal): Promise<void> {
  const tell = (progress: FileProgress) => {
    if (!signal.aborted) $fileProgress.setKey(held, progress)
  }
  const onWaiting = () => tell({ status: 'waiting', text: SENT_ELSEWHERE })
  try {
    const file = await heldFile(held)
    if (!file) throw new MissingFileError(entry.local_name)
    const key = await inTurn({ folderId: NO_FOLDER, name: file.name }, { signal, onWaiting }, () =>
      sendHeld(file, held, { signal, tell }),
    )
    settle(held, key)
    forgetHeld(held)
  } catch (error) {
    if (signal.aborted || error instanceof UnwantedError) return $fileProgress.setKey(held, undefined)
    if (error instanceof UploadError && error.isFull) $roomFull.set(true)
    if (endedByRefusal(error instanceof UploadError ? error.cause : error)) askForLoginAgain()
    tell({ status: 'failed', text: error instanceof MissingFileError ? error.message : explainUpload(error) })
  }
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
