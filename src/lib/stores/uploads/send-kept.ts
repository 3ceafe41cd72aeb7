/** Sends a file so that it can be gone on with: after a failure, or after a reload when the same file is there again. */
import { RefusedError } from '../../api/errors.ts'
import {
  forgetUpload,
  isUploadOf,
  type KeptUpload,
  keepUpload,
  prolongUpload,
  readKeptUploads,
} from '../../browser/kept-uploads.ts'
import { FileGoneError, sampleHash } from '../../upload/file-bytes.ts'
import { type FileToSend, type Progress, sendFile } from '../../upload/send-file.ts'
import { UploadError } from '../../upload/upload-error.ts'
import { abandonUpload } from './abandon-upload.ts'

/** Where it is to go. */
type Place = Pick<KeptUpload, 'folderId' | 'folderName' | 'replaces' | 'replacesName'>

export interface KeptSending {
  /** @returns the key of the object @throws as `sendFile` */
  send: (progress: Omit<Progress, 'onOpened' | 'onKeys'>) => Promise<string>
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
    if (kept && kept.prefix !== opened.prefix) abandonUpload(kept.prefix)
    kept = { name, size, modified, hash, ...place, ...opened, bucket, companyId, savedAt: Date.now() }
    keepUpload(kept)
  }
  const onKeys = () => kept && prolongUpload(kept.prefix)
  const cancel = async () => (kept ? abandonUpload(kept.prefix) : true)
  return {
    send: (progress) => sendFile({ ...job, earlier: kept }, { ...progress, onOpened, onKeys }),
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
  const isRefused = uploadId === undefined && error.cause instanceof RefusedError
  return isRefused || error.isFull || error.cause instanceof FileGoneError
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
