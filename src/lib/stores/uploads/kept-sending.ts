/**
 * A resumable upload: after a failure, or after a reload once the same file is chosen again. A cancelled one leaves
 * nothing.
 */
import { RefusedError, StoreError } from '../../api/errors.ts'
import {
  forgetUpload,
  isUploadOf,
  type KeptUpload,
  keepUpload,
  readKeptUploads,
} from '../../browser/kept/kept-uploads.ts'
import { UploadError } from '../../upload/failures.ts'
import { FileGoneError } from '../../upload/file-bytes.ts'
import { type FileToSend, type Progress, sendFile } from '../../upload/send-file.ts'
import { abandonUpload } from './broken-off.ts'

type UploadTarget = Pick<KeptUpload, 'folderId' | 'folderName'>

export interface KeptSending {
  send: (progress: Omit<Progress, 'onOpened'>) => Promise<string>
  finish: () => void
  /** Call it for every failure: resumable ones stay, others are closed. */
  fail: (error: unknown) => Promise<void>
  cancel: () => Promise<boolean>
}

export function keptSending(job: Omit<FileToSend, 'earlier'>, place: UploadTarget): KeptSending {
  const { bucket, companyId, file } = job
  const { name, size, lastModified: modified } = file
  let kept = earlierUpload(place, file)
  const onOpened: Progress['onOpened'] = (opened) => {
    // The earlier one was over.
    const isNew = kept?.prefix !== opened.prefix
    if (kept && isNew) abandonUpload(kept.prefix)
    const savedAt = (!isNew && kept?.savedAt) || Date.now()
    kept = { name, size, modified, ...place, ...opened, bucket, companyId, savedAt }
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

function isHopeless(error: unknown, { uploadId }: KeptUpload): boolean {
  if (!(error instanceof UploadError)) return false
  const isRefused = error.cause instanceof RefusedError || error.cause instanceof StoreError
  return (uploadId === undefined && isRefused) || error.isFull || error.cause instanceof FileGoneError
}

/** The broken-off upload of the same file to the same place. One of another file of that name is closed. */
function earlierUpload({ folderId }: UploadTarget, file: File): KeptUpload | undefined {
  const here = readKeptUploads().filter((kept) => kept.folderId === folderId && kept.name === file.name)
  const same = here.find((kept) => isUploadOf(kept, { file, folderId }))
  for (const other of here) if (other !== same) abandonUpload(other.prefix)
  return same
}
