/** Files that the device holds for a form go up once somebody is logged in: one after the other, each until it is not wanted any more. */
import { map } from 'nanostores'
import { fetchFolder } from '../../api/document.ts'
import { createFile, removeFile } from '../../api/document-file.ts'
import { abandonUpload } from '../../api/storage.ts'
import { dropHeldFile, heldFile } from '../../browser/held-files.ts'
import { pauseForLine } from '../../browser/line.ts'
import type { DocumentFile } from '../../contract/document.ts'
import type { FormFile, TypedForm } from '../../contract/typed-form.ts'
import { freeName } from '../../rules/free-name.ts'
import { keepTrying, type Patience } from '../../upload/keep-trying.ts'
import { sendFile } from '../../upload/send-file.ts'
import { explainUpload, explainWaiting, UploadError } from '../../upload/upload-error.ts'
import { ensureFolderOf } from '../documents/ensure-folder.ts'
import { $roomFull } from '../documents/storage-room.ts'
import { askForLoginAgain } from '../login.ts'
import { $companyId, endedByRefusal } from '../session.ts'
import { $formKeeping, typedIn } from './form.ts'
import { changeContent } from './save.ts'

const FOLDER = '申请材料'

export type FileProgress =
  | { status: 'uploading'; percent: number }
  | { status: 'waiting'; text: string }
  | { status: 'cancelling' }
  | { status: 'failed'; text: string }

/** Of files on their way, by what the device knows them by. */
export const $fileProgress = map<Record<string, FileProgress | undefined>>({})

let running: Promise<boolean> | null = null
let current: { held: string; controller: AbortController; ended: Promise<void> } | undefined

/** Uploads what the device holds. True when nothing is left. */
export function uploadHeldFiles(): Promise<boolean> {
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

/** For now; the device keeps what it holds. */
export function stopUpload(): void {
  current?.controller.abort()
}

export function forgetHeldFiles({ files }: TypedForm): void {
  for (const { held } of files) forgetHeld(held)
}

async function uploadAll(): Promise<boolean> {
  const tried = new Set<string>()
  for (;;) {
    await versionChosen()
    const next = typedIn().files.find(({ held, hash_name }) => hash_name === null && held && !tried.has(held))
    if (!next?.held) return typedIn().files.every(({ hash_name }) => hash_name !== null)
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
  let percent = 0
  let prefix: string | undefined
  const patience: Patience = {
    signal,
    pause: pauseForLine,
    onWaiting: (step, error) => tell({ status: 'waiting', text: explainWaiting(step, error) }),
    onResumed: () => tell({ status: 'uploading', percent }),
  }
  try {
    const file = await heldFile(held)
    if (!file) throw new MissingFileError(entry.local_name)
    const show = (sent: number) => {
      percent = Math.floor((sent / file.size) * 100)
      tell({ status: 'uploading', percent })
    }
    show(0)
    const key = await sendFile(
      { file, bucket: 'documents', companyId: $companyId.get() ?? 0 },
      {
        ...patience,
        onOpened: (opened) => {
          prefix = opened.prefix
        },
        onProgress: show,
        onSent: () => show(file.size),
      },
    )
    await versionChosen()
    if (!isWanted(held)) throw new UnwantedError()
    const stored = await enterDocuments(key, file, patience)
    if (signal.aborted) return void (await removeFile(stored.id))
    await versionChosen()
    settle(held, key)
    forgetHeld(held)
  } catch (error) {
    // The server gives the room back by itself where it does not hear of it.
    if (prefix !== undefined) await abandonUpload(prefix).catch(() => {})
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

/** The form has changed by other hands than the upload's: another tab's, or another version was chosen. */
class UnwantedError extends Error {
  override readonly name = 'UnwantedError'
}

/** Two versions of the form wait for a choice: until then nobody knows which files are wanted. */
function versionChosen(): Promise<void> {
  return new Promise((resolve) => {
    const stop = $formKeeping.subscribe(({ status }) => {
      if (status === 'conflict') return
      queueMicrotask(() => stop())
      resolve()
    })
  })
}

function isWanted(held: string): boolean {
  return typedIn().files.some((file) => file.held === held)
}

/** It is among the company's documents from then on, and serves the next application, too. */
async function enterDocuments(
  hash_name: string,
  { name, size }: File,
  patience: Patience,
): Promise<DocumentFile> {
  const companyId = $companyId.get() ?? 0
  const [folder, local_name] = await keepTrying(
    'record',
    async () => {
      const folderId = await ensureFolderOf(companyId, FOLDER, null)
      const { files } = await fetchFolder({ companyId, folderId })
      return [folderId, freeName(name, new Set(files.map((file) => file.local_name)))] as const
    },
    patience,
  )
  const entered = await keepTrying(
    'record',
    () => createFile({ folder, hash_name, local_name, size }),
    patience,
  )
  return entered.file
}

function settle(held: string, hash_name: string): void {
  changeContent(({ texts, files }) => ({
    texts,
    files: files.map((file) => (file.held === held ? { ...file, hash_name, held: null } : file)),
  }))
}
