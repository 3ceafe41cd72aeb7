/** The end of a cancelled upload: nothing of it stays, unless it has replaced a file already. */
import { fetchFolder } from '../../api/document.ts'
import { removeFile } from '../../api/document-file.ts'
import { RefusedError } from '../../api/errors.ts'
import type { DocumentFile } from '../../contract/document.ts'
import { CODES } from '../../contract/envelope.ts'
import { keepTrying } from '../../upload/keep-trying.ts'
import { needRoom, refreshRoom } from '../documents/storage-room.ts'
import { TO_THE_END } from './give-up.ts'
import type { Target } from './names.ts'
import type { KeptSending } from './send-kept.ts'
import type { UploadItem, UploadState } from './state.ts'

interface Begun {
  sending: KeptSending
  /** Where the object is about to be entered, or has been. */
  key: string | undefined
  target: Target
}

export async function takeBack(
  { folderId, folderName }: UploadItem,
  { sending, key, target }: Begun,
): Promise<UploadState> {
  // First: what is on its way to be entered is refused from here on.
  const isClean = await sending.cancel()
  try {
    const stored = key === undefined ? undefined : await findEntered(folderId, key)
    if (stored && target.kind === 'replace') return { status: 'done', file: stored }
    if (stored) await removeEntered(stored)
  } catch {
    const text = `取消时服务出错，文件可能已经存入“${folderName}”，请打开查看，不需要时删除`
    return { status: 'failed', text, isFull: false }
  }
  return { status: 'cancelled', how: isClean ? 'clean' : 'later' }
}

/** The file that the object was entered as, if the answer to that was lost or came too late. */
export async function findEntered(folderId: number, key: string): Promise<DocumentFile | undefined> {
  const read = async () => fetchFolder({ companyId: (await needRoom()).companyId, folderId })
  const { files } = await keepTrying('record', read, TO_THE_END)
  return files.find(({ hash_name }) => hash_name === key)
}

/** However often the answer is lost. */
export async function removeEntered({ id }: DocumentFile): Promise<void> {
  const remove = () =>
    removeFile(id).catch((error: unknown) => {
      // The answer to the try before was lost.
      if (!(error instanceof RefusedError && error.code === CODES.none)) throw error
    })
  await keepTrying('record', remove, TO_THE_END)
  refreshRoom()
}
