/** The end of a cancelled upload: nothing of it stays, unless it has replaced a file already. */
import { ask } from '../../api/ask.ts'
import { RefusedError } from '../../api/errors.ts'
import { type DocumentFile, readFolder } from '../../contract/documents/document.ts'
import { deleteFile } from '../../contract/documents/document-file.ts'
import { CODES } from '../../contract/envelope.ts'
import { keepTrying } from '../../upload/keep-trying.ts'
import { refreshQuota, requireQuota } from '../documents/storage-quota.ts'
import { UNCANCELLABLE } from './abandon-upload.ts'
import type { KeptSending } from './send-kept.ts'

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

/** `stored`: it has replaced a file, and stays. Where the server has faults it gives the room back by itself. */
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
