/** One file of a form on its way into the company's documents: gone on with after a failure, and taken back when it is cancelled. */
import { fetchFolder } from '../../api/document.ts'
import { createFile } from '../../api/document-file.ts'
import { RefusedError } from '../../api/errors.ts'
import { NO_FOLDER } from '../../browser/kept-uploads.ts'
import { pauseForLine } from '../../browser/line.ts'
import { CODES } from '../../contract/envelope.ts'
import { freeName } from '../../rules/free-name.ts'
import { keepTrying, type Patience } from '../../upload/keep-trying.ts'
import { explainWaiting } from '../../upload/upload-error.ts'
import { ensureFolderOf } from '../documents/ensure-folder.ts'
import { $companyId } from '../session.ts'
import { type KeptSending, keptSending } from '../uploads/send-kept.ts'
import { findEntered, removeEntered } from '../uploads/take-back.ts'
import { isWanted, versionChosen } from './wanted.ts'

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

/** What is left of an upload that was taken back: nothing, parts that the server removes later, or perhaps the file. */
export type Ending = 'clean' | 'later' | 'entered'

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
export async function sendHeld(file: File, held: string, { signal, tell }: Told): Promise<string> {
  const companyId = ownCompany()
  let percent = 0
  const show = (sent: number) => {
    percent = Math.floor((sent / file.size) * 100)
    tell({ status: 'uploading', percent })
  }
  const patience: Patience = {
    signal,
    pause: pauseForLine,
    onWaiting: (step, error) => tell({ status: 'waiting', text: explainWaiting(step, error) }),
    onResumed: () => tell({ status: 'uploading', percent }),
  }
  show(0)
  const sending = await keptSending(
    { file, bucket: 'documents', companyId },
    { folderId: NO_FOLDER, folderName: FOLDER, replaces: undefined },
  )
  const begun: Begun = { sending, companyId, key: undefined, folderId: undefined }
  try {
    begun.key = await sending.send({ ...patience, onProgress: show, onSent: () => show(file.size) })
    await versionChosen()
    if (!isWanted(held)) throw new UnwantedError()
    begun.folderId = await folderFor(companyId, patience)
    await enter({ ...begun, key: begun.key, folderId: begun.folderId }, file, patience)
    await versionChosen()
    signal.throwIfAborted()
    sending.finish()
    return begun.key
  } catch (error) {
    if (error instanceof UnwantedError || (signal.aborted && signal.reason !== LATER))
      throw new TakenBackError(await takeBack(begun))
    await sending.fail(error)
    throw error
  }
}

/** One company's to the end, whoever logs in meanwhile. */
function ownCompany(): number {
  const companyId = $companyId.get()
  if (companyId === null) throw new RefusedError(CODES.notLoggedIn, '请先登录', {})
  return companyId
}

interface Begun {
  companyId: number
  sending: KeptSending
  key: string | undefined
  folderId: number | undefined
}

/** Nothing stays of it. Where the server has faults it gives the room back by itself. */
async function takeBack({ sending, key, folderId }: Begun): Promise<Ending> {
  const isClean = await sending.cancel()
  try {
    const stored = key === undefined || folderId === undefined ? undefined : await findEntered(folderId, key)
    if (stored) await removeEntered(stored)
  } catch {
    return 'entered'
  }
  return isClean ? 'clean' : 'later'
}

function folderFor(companyId: number, patience: Patience): Promise<number> {
  return keepTrying('record', () => ensureFolderOf(companyId, FOLDER, null), patience)
}

/** It is among the company's documents from then on, and serves the next application, too. */
async function enter(
  { companyId, folderId, key: hash_name }: { companyId: number; folderId: number; key: string },
  { name, size }: File,
  patience: Patience,
): Promise<void> {
  const { files } = await keepTrying('record', () => fetchFolder({ companyId, folderId }), patience)
  // The answer to an earlier try was lost.
  if (files.some((file) => file.hash_name === hash_name)) return
  const local_name = freeName(name, new Set(files.map((file) => file.local_name)))
  await keepTrying('record', () => createFile({ folder: folderId, hash_name, local_name, size }), patience)
}
