/**
 * Sends a file so that it can be resumed: after a failure, or after a reload once the same file is chosen again. Of a
 * cancelled one nothing is left.
 */
import { ask } from '../../api/ask.ts'
import { RefusedError, StoreError } from '../../api/errors.ts'
import {
  forgetUpload,
  isUploadOf,
  type KeptUpload,
  keepUpload,
  readKeptUploads,
} from '../../browser/kept/kept-uploads.ts'
import { type DocumentFile, readFolder } from '../../contract/documents/document.ts'
import { deleteFile } from '../../contract/documents/document-file.ts'
import { CODES } from '../../contract/envelope.ts'
import { keepTrying, UploadError } from '../../upload/failures.ts'
import { FileGoneError, sampleHash } from '../../upload/file-bytes.ts'
import { type FileToSend, type Progress, sendFile } from '../../upload/send-file.ts'
import { refreshQuota, requireQuota } from '../documents/storage-quota.ts'
import { abandonUpload, UNCANCELLABLE } from './broken-off.ts'

/** Where it is to go. */
type Place = Pick<KeptUpload, 'folderId' | 'folderName' | 'replaces' | 'replacesName'>

export interface KeptSending {
  /** @returns the key of the object @throws as `sendFile` */
  send: (progress: Omit<Progress, 'onOpened'>) => Promise<string>
  /** It is entered: there is nothing to go on with. */
  finish: () => void
  /** To be told of every failure: what can be gone on with stays, anything else is closed. */
  fail: (error: unknown) => Promise<void>
  /** Nothing stays of it. @returns as `abandonUpload` */
  cancel: () => Promise<boolean>
}

/** @throws UploadError when the file cannot be read */
export async function keptSending(job: Omit<FileToSend, 'earlier'>, place: Place): Promise<KeptSending> {
  const { bucket, companyId, file } = job
  const hash = await hashOf(file)
  const { name, size, lastModified: modified } = file
  let kept = earlierUpload(place, file, hash)
  const onOpened: Progress['onOpened'] = (opened) => {
    // The earlier one was over.
    const isNew = kept?.prefix !== opened.prefix
    if (kept && isNew) abandonUpload(kept.prefix)
    const savedAt = (!isNew && kept?.savedAt) || Date.now()
    kept = { name, size, modified, hash, ...place, ...opened, bucket, companyId, savedAt }
    keepUpload(kept)
  }
  const cancel = async () => (kept ? abandonUpload(kept.prefix) : true)
  return {
    send: (progress) => sendFile({ ...job, earlier: kept }, { ...progress, onOpened }),
    finish: () => kept && forgetUpload(kept.prefix),
    fail: async (error) => {
      if (kept && isHopeless(error, kept)) await cancel()
    },
    cancel,
  }
}

/** Trying again cannot go on from what is there. */
function isHopeless(error: unknown, { uploadId }: KeptUpload): boolean {
  if (!(error instanceof UploadError)) return false
  // By the portal, or by the store, which would not begin it.
  const isRefused = error.cause instanceof RefusedError || error.cause instanceof StoreError
  return (uploadId === undefined && isRefused) || error.isFull || error.cause instanceof FileGoneError
}

/** The broken-off upload of the same file to the same place. One of another file of that name is closed. */
function earlierUpload({ folderId }: Place, file: File, hash: string): KeptUpload | undefined {
  const here = readKeptUploads().filter((kept) => kept.folderId === folderId && kept.name === file.name)
  const same = here.find((kept) => isUploadOf(kept, { file, folderId }) && kept.hash === hash)
  for (const other of here) if (other !== same) abandonUpload(other.prefix)
  return same
}

function hashOf(file: File): Promise<string> {
  return sampleHash(file).catch((error: unknown) => {
    throw new UploadError('read', error)
  })
}

/** How far an upload came that is taken back. */
export interface UploadAttempt {
  sending: KeptSending
  /** Key of the object; undefined: it is not in the store yet. */
  key: string | undefined
  /** The folder that it is entered in; undefined: this step has not begun. */
  folderId: number | undefined
  /** It replaces another file, which does not come back. */
  isReplacing: boolean
}

/** What is left: nothing, parts that the server removes later, or perhaps the file. */
export type Ending = 'clean' | 'later' | 'entered'

/**
 * Removes what a cancelled upload has left; a file that has replaced another one, `stored`, stays. Where the server has
 * faults, it gives the room back by itself.
 */
export async function takeBack({
  sending,
  key,
  folderId,
  isReplacing,
}: UploadAttempt): Promise<{ ending: Ending; stored?: DocumentFile }> {
  // First, so that the server refuses to enter it from here on.
  const ending = (await sending.cancel()) ? 'clean' : 'later'
  if (key === undefined || folderId === undefined) return { ending }
  try {
    const stored = await findEntered(folderId, key)
    if (stored && isReplacing) return { ending, stored }
    if (stored) await removeEntered(stored)
  } catch {
    return { ending: 'entered' }
  }
  return { ending }
}

/** The file that the object was entered as, if the answer to that was lost or came too late. */
async function findEntered(folderId: number, key: string): Promise<DocumentFile | undefined> {
  const read = async () => {
    const { companyId } = await requireQuota()
    return ask(readFolder, { params: { id: companyId, docId: folderId } })
  }
  const { result } = await keepTrying('record', read, UNCANCELLABLE)
  return result.files.find(({ hash_name }) => hash_name === key)
}

/** However often the answer is lost. */
async function removeEntered({ id }: DocumentFile): Promise<void> {
  const remove = () =>
    ask(deleteFile, { params: { id } }).catch((error: unknown) => {
      // The answer to the try before was lost.
      if (!(error instanceof RefusedError && error.code === CODES.none)) throw error
    })
  await keepTrying('record', remove, UNCANCELLABLE)
  refreshQuota()
}
