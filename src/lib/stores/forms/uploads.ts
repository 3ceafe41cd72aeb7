/**
 * Uploads a form's files after a login, one after the other: resumes after failures, and removes cancelled or
 * unwanted ones.
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

/** Reason for ending an upload here that continues at the next visit. */
export const LATER = new DOMException('later', 'AbortError')

export type FileProgress =
  | { status: 'uploading'; percent: number }
  | { status: 'waiting'; text: string }
  | { status: 'cancelling' }
  | { status: 'failed'; text: string }

/** Another tab or a newer version has changed the form. */
class UnwantedError extends Error {
  override readonly name = 'UnwantedError'
}

/** The remains of an upload: nothing, parts that the server removes later, or the file, which was already registered. */
export type Ending = 'clean' | 'later' | 'late'

/** Unwanted, and removed. */
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

/** Resumes an earlier attempt. @returns the key of the object, which is then among the documents */
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

function isWanted(pending_id: string): boolean {
  return typedIn().files.some((file) => file.pending_id === pending_id)
}

/** Returns the company that the upload belongs to until its end, also after another login. */
function ownCompany(): number {
  const companyId = $companyId.get()
  if (companyId === null) throw new RefusedError(CODES.notLoggedIn, '请先登录', {})
  return companyId
}

function folderFor(companyId: number, patience: RetryPolicy): Promise<number> {
  return keepTrying('record', () => ensureFolderOf(companyId, FORM_FOLDER, null), patience)
}

async function enter(
  { companyId, folderId, key: hash_name }: { companyId: number; folderId: number; key: string },
  { name, size }: File,
  patience: RetryPolicy,
): Promise<void> {
  const read = () => ask(readFolder, { params: { id: companyId, docId: folderId } })
  const { files } = (await keepTrying('record', read, patience)).result
  // The answer to an earlier attempt was lost.
  if (files.some((file) => file.hash_name === hash_name)) return
  const local_name = freeName(name, new Set(files.map((file) => file.local_name)))
  const body = { folder: folderId, hash_name, local_name, size }
  await keepTrying('record', () => ask(addFile, { body }), patience)
}

/** Uploading files by their id on the device; files missing in the store by their key there. */
export const $fileProgress = map<Record<string, FileProgress | undefined>>({})

let running: Promise<void> | null = null
interface Current {
  pending_id: string
  controller: AbortController
  ended: Promise<Ending>
  leave: () => void
}

let current: Current | undefined
/** Attempted since the last request. */
const tried = new Set<string>()

/** Resolves when each pending file had its turn; a failure is shown at its file. */
export function uploadPendingFiles(): Promise<void> {
  tried.clear()
  if (current) tried.add(current.pending_id)
  running ??= uploadAll().finally(() => {
    running = null
  })
  return running
}

/** 重试: at once, or after the running one. */
export function retryFormUpload({ pending_id }: FormFile): Promise<void> {
  if (pending_id !== null) $fileProgress.setKey(pending_id, undefined)
  return uploadPendingFiles()
}

/** Shows 取消中... until the upload is removed or takes too long. @returns the remains on the store */
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

/** Removes the file from the device, stops its upload, and abandons the bytes of earlier attempts. */
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

export function markGone(hash_name: string): void {
  $fileProgress.setKey(hash_name, { status: 'failed', text: '已不在企业文件中' })
}

/** Stops for now; device and store keep their parts. */
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

/** Never throws: errors appear at the file. @returns the remains of a removed file */
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
