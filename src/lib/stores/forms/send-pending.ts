/**
 * One file of a form on its way into the company's documents: gone on with after a failure, and taken back when it is
 * cancelled.
 */
import { ask } from '../../api/ask.ts'
import { RefusedError } from '../../api/errors.ts'
import { NO_FOLDER } from '../../browser/kept-uploads.ts'
import { waitForNetwork } from '../../browser/wait-for-network.ts'
import { readFolder } from '../../contract/documents/document.ts'
import { addFile } from '../../contract/documents/document-file.ts'
import { CODES } from '../../contract/envelope.ts'
import { explainWaiting, keepTrying, type RetryPolicy } from '../../upload/failures.ts'
import { ensureFolderOf } from '../documents/folders.ts'
import { $companyId } from '../session.ts'
import { type Ending, keptSending, takeBack, type UploadAttempt } from '../uploads/kept-sending.ts'
import { freeName } from '../uploads/names.ts'
import { typedIn, whenConflictResolved } from './form.ts'

export const FOLDER = '申请材料'
/** Why an upload was ended here: it goes on with the next visit. */
export const LATER = new DOMException('later', 'AbortError')

export type FileProgress =
  | { status: 'uploading'; percent: number }
  | { status: 'waiting'; text: string }
  | { status: 'cancelling' }
  | { status: 'failed'; text: string }

/** The form has changed by other hands than the upload's: another tab's, or another version was chosen. */
class UnwantedError extends Error {
  override readonly name = 'UnwantedError'
}

/** It is not wanted any more, and its end was seen to. */
export class TakenBackError extends Error {
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
export async function sendPending(file: File, pending_id: string, { signal, tell }: Told): Promise<string> {
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
    { folderId: NO_FOLDER, folderName: FOLDER, replaces: undefined },
  )
  const begun: UploadAttempt = { sending, key: undefined, folderId: undefined, isReplacing: false }
  try {
    begun.key = await sending.send({ ...patience, onProgress: show, onSent: () => show(file.size) })
    await whenConflictResolved()
    if (!isWanted(pending_id)) throw new UnwantedError()
    begun.folderId = await folderFor(companyId, patience)
    await enter({ companyId, key: begun.key, folderId: begun.folderId }, file, patience)
    await whenConflictResolved()
    signal.throwIfAborted()
    sending.finish()
    return begun.key
  } catch (error) {
    if (error instanceof UnwantedError || (signal.aborted && signal.reason !== LATER))
      throw new TakenBackError((await takeBack(begun)).ending)
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
  return keepTrying('record', () => ensureFolderOf(companyId, FOLDER, null), patience)
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
