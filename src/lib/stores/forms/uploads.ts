/**
 * Files that the device holds for a form go up once somebody is logged in, one after the other: resumed after a failure,
 * taken back when they are cancelled or not wanted any more.
 */
import { map } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { RefusedError } from '../../api/errors.ts'
import { isUploadOf, NO_FOLDER, readKeptUploads } from '../../browser/kept/kept-uploads.ts'
import { readPendingFile, takePendingFile } from '../../browser/kept/pending-files.ts'
import { inTurn } from '../../browser/upload-turn.ts'
import { waitForNetwork } from '../../browser/wait-for-network.ts'
import { readFolder } from '../../contract/documents/document.ts'
import { addFile } from '../../contract/documents/document-file.ts'
import { CODES } from '../../contract/envelope.ts'
import type { FormFile, TypedForm } from '../../forms/typed-form.ts'
import {
  endSoon,
  explainUpload,
  explainWaiting,
  keepTrying,
  type RetryPolicy,
  SENT_ELSEWHERE,
  UploadError,
} from '../../upload/failures.ts'
import { ensureFolderOf, FORM_FOLDER } from '../documents/folders.ts'
import { $isQuotaFull } from '../documents/storage-quota.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { $companyId } from '../session.ts'
import { abandonIfFree, UNCANCELLABLE } from '../uploads/broken-off.ts'
import { keptSending } from '../uploads/kept-sending.ts'
import { freeName } from '../uploads/names.ts'
import { $overtaken, changeContent, saveFormNow, typedIn } from './form.ts'

/** Why an upload was ended here: it goes on with the next visit. */
export const LATER = new DOMException('later', 'AbortError')

export type FileProgress =
  | { status: 'uploading'; percent: number }
  | { status: 'waiting'; text: string }
  | { status: 'cancelling' }
  | { status: 'failed'; text: string }

/** The form has changed by other hands than the upload's: another tab's, or a newer version has come. */
class UnwantedError extends Error {
  override readonly name = 'UnwantedError'
}

/** What is left: nothing, parts that the server removes later, or the file, which was entered by then. */
export type Ending = 'clean' | 'later' | 'late'

/** It is not wanted any more, and its end was seen to. */
class TakenBackError extends Error {
  override readonly name = 'TakenBackError'
  readonly ending: Ending

  constructor(ending: Ending) {
    super(`taken back: ${ending}`)
    this.ending = ending
  }
}

interface Told {
  signal: AbortSignal
  tell: (progress: FileProgress) => void
}

/**
 * Goes on where an earlier try ended. @returns the key of the object, which is among the documents by then
 * @throws TakenBackError, UploadError, ApiError, or the signal's reason when it goes on later
 */
async function sendPending(file: File, pending_id: string, { signal, tell }: Told): Promise<string> {
  const companyId = ownCompany()
  let percent = 0
  const show = (sent: number) => {
    percent = Math.floor((sent / file.size) * 100)
    tell({ status: 'uploading', percent })
  }
  const patience: RetryPolicy = {
    signal,
    pause: waitForNetwork,
    onWaiting: (step, error) => tell({ status: 'waiting', text: explainWaiting(step, error) }),
    onResumed: () => tell({ status: 'uploading', percent }),
  }
  show(0)
  const sending = await keptSending(
    { file, bucket: 'documents', companyId },
    { folderId: NO_FOLDER, folderName: FORM_FOLDER, replaces: undefined },
  )
  try {
    const key = await sending.send({ ...patience, onProgress: show, onSent: () => show(file.size) })
    if (!isWanted(pending_id)) throw new UnwantedError()
    const folderId = await folderFor(companyId, patience)
    signal.throwIfAborted()
    await enter({ companyId, key, folderId }, file, { ...patience, signal: UNCANCELLABLE.signal })
    if (signal.reason === LATER) throw LATER
    sending.finish()
    if (signal.aborted) throw new TakenBackError('late')
    return key
  } catch (error) {
    if (error instanceof TakenBackError) throw error
    if (error instanceof UnwantedError || (signal.aborted && signal.reason !== LATER))
      throw new TakenBackError((await sending.cancel()) ? 'clean' : 'later')
    await sending.fail(error)
    throw error
  }
}

/** By what the device knows it by. */
function isWanted(pending_id: string): boolean {
  return typedIn().files.some((file) => file.pending_id === pending_id)
}

/** One company's to the end, whoever logs in meanwhile. */
function ownCompany(): number {
  const companyId = $companyId.get()
  if (companyId === null) throw new RefusedError(CODES.notLoggedIn, '请先登录', {})
  return companyId
}

function folderFor(companyId: number, patience: RetryPolicy): Promise<number> {
  return keepTrying('record', () => ensureFolderOf(companyId, FORM_FOLDER, null), patience)
}

/** It is among the company's documents from then on, and serves the next application, too. */
async function enter(
  { companyId, folderId, key: hash_name }: { companyId: number; folderId: number; key: string },
  { name, size }: File,
  patience: RetryPolicy,
): Promise<void> {
  const read = () => ask(readFolder, { params: { id: companyId, docId: folderId } })
  const { files } = (await keepTrying('record', read, patience)).result
  // The answer to an earlier try was lost.
  if (files.some((file) => file.hash_name === hash_name)) return
  const local_name = freeName(name, new Set(files.map((file) => file.local_name)))
  const body = { folder: folderId, hash_name, local_name, size }
  await keepTrying('record', () => ask(addFile, { body }), patience)
}

/**
 * Of files on their way, by what the device knows them by; of those that are gone from the store, by their keys
 * there.
 */
export const $fileProgress = map<Record<string, FileProgress | undefined>>({})

let running: Promise<void> | null = null
interface Current {
  pending_id: string
  controller: AbortController
  ended: Promise<Ending>
  /** The next one goes up, whatever becomes of this one. */
  leave: () => void
}

let current: Current | undefined
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

/**
 * 取消中... until nothing is left of the upload, or it takes too long; nothing is left of the file in the form.
 * @returns what is left after all
 */
export async function cancelFormUpload({ pending_id }: FormFile): Promise<Ending | 'slow'> {
  if (pending_id === null) return 'clean'
  const own = current?.pending_id === pending_id ? current : undefined
  if (own) $fileProgress.setKey(pending_id, { status: 'cancelling' })
  own?.controller.abort()
  const ending = own ? await endSoon(own.ended, 'slow') : 'clean'
  forgetPending(pending_id)
  changeContent(({ texts, files }) => ({
    texts,
    files: files.filter((file) => file.pending_id !== pending_id),
  }))
  own?.leave()
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
  $fileProgress.setKey(hash_name, { status: 'failed', text: '已不在企业文件中' })
}

/** For now; the device keeps what it holds, and the store what has arrived. */
export function stopUpload(): void {
  current?.controller.abort(LATER)
}

export function forgetPendingFiles({ files }: TypedForm): void {
  for (const { pending_id } of files) forgetPending(pending_id)
}

$overtaken.listen((content) => content && forgetPendingFiles(content))

async function uploadAll(): Promise<void> {
  for (;;) {
    // The device keeps them until the next login.
    if ($companyId.get() === null) return
    const next = typedIn().files.find(
      ({ pending_id, hash_name }) => hash_name === null && pending_id && !tried.has(pending_id),
    )
    if (!next?.pending_id) return
    tried.add(next.pending_id)
    const controller = new AbortController()
    const ended = uploadOne(next, next.pending_id, controller.signal)
    await new Promise<void>((leave) => {
      current = { pending_id: next.pending_id ?? '', controller, ended, leave }
      ended.then(() => leave())
    })
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
      attachUploaded(pending_id, await sendPending(file, pending_id, { signal, tell })),
    )
    // Who closes the page now finds it in the draft on any device.
    await saveFormNow()
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
    super(`本设备上找不到“${name}”了，请移除后重新选择`)
  }
}

function attachUploaded(pending_id: string, hash_name: string): void {
  changeContent(({ texts, files }) => ({
    texts,
    files: files.map((file) =>
      file.pending_id === pending_id ? { ...file, hash_name, pending_id: null } : file,
    ),
  }))
}
