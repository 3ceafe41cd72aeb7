/** A file on its way from this device into the chat or onto one of its shelves: one at a time (portal.md §5). */
import { atom } from 'nanostores'
import { explainError, RefusedError } from '../../api/errors.ts'
import { pauseForLine } from '../../browser/line.ts'
import { sendFile } from '../../upload/send-file.ts'
import { ONE_FILE, UploadError } from '../../upload/upload-error.ts'
import { $roomFull } from '../documents/storage-room.ts'
import { askForLoginAgain } from '../login.ts'
import { $companyId, $owner, askForLogin, endedByRefusal } from '../session.ts'
import { giveUp } from '../uploads/give-up.ts'

export interface StoredFile {
  localName: string
  hashName: string
  size: number
}

/** What the file is for. */
export type UploadPlace = 'dialogue' | 'shelf'

export type ChatUpload =
  | { status: 'idle' }
  | { status: 'uploading'; place: UploadPlace; name: string; percent: number; isWaiting: boolean }
  | { status: 'cancelling'; place: UploadPlace; name: string }

export const $chatUpload = atom<ChatUpload>({ status: 'idle' })

export const UPLOAD_FAILED = '上传错误'
const UPLOAD_CANCELLED = '取消成功!'
const CLEANED_LATER = '已取消，已上传的部分稍后自动清理'
const OWNER_LEFT = '登录状态已变化，上传已取消'

let controller: AbortController | undefined

// Nothing goes on in the name of somebody else.
$owner.listen(() => controller?.abort(new UploadFailure(OWNER_LEFT)))

/** @throws UploadFailure with what the person has to be told */
export async function uploadForChat(files: readonly File[], place: UploadPlace): Promise<StoredFile> {
  const [file] = files
  if (!file || files.length > 1 || $chatUpload.get().status !== 'idle') throw new UploadFailure(ONE_FILE)
  const companyId = $companyId.get()
  if (companyId === null) {
    askForLogin()
    throw new UploadFailure('请先登录，再上传文件')
  }
  if (file.size === 0) throw new UploadFailure(`“${file.name}”是空文件（0 字节）或文件夹，没有上传`)
  controller = new AbortController()
  const { signal } = controller
  const show = (percent: number, isWaiting: boolean) => {
    if (!signal.aborted) $chatUpload.set({ status: 'uploading', place, name: file.name, percent, isWaiting })
  }
  let percent = 0
  let prefix: string | undefined
  show(percent, false)
  try {
    const hashName = await sendFile(
      { file, bucket: 'documents', companyId },
      {
        signal,
        pause: pauseForLine,
        onWaiting: () => show(percent, true),
        onResumed: () => show(percent, false),
        onOpened: (opened) => {
          prefix = opened.prefix
        },
        onProgress: (sent) => {
          percent = Math.min(99, Math.floor((sent / file.size) * 100))
          show(percent, false)
        },
        onSent: () => show(99, false),
      },
    )
    if (signal.reason instanceof UploadFailure) throw signal.reason
    return { localName: file.name, hashName, size: file.size }
  } catch (error) {
    const closing = prefix === undefined ? true : giveUp(prefix)
    if (signal.reason instanceof UploadFailure) throw signal.reason
    if (!signal.aborted) throw new UploadFailure(explain(error))
    throw new UploadFailure((await closing) ? UPLOAD_CANCELLED : CLEANED_LATER, { isCancelled: true })
  } finally {
    controller = undefined
    $chatUpload.set({ status: 'idle' })
  }
}

export function cancelChatUpload(): void {
  const state = $chatUpload.get()
  if (state.status !== 'uploading') return
  $chatUpload.set({ status: 'cancelling', place: state.place, name: state.name })
  controller?.abort(new DOMException('cancelled', 'AbortError'))
}

/** The message is for the person. */
export class UploadFailure extends Error {
  override readonly name = 'UploadFailure'
  /** They wanted it so. */
  readonly isCancelled: boolean

  constructor(message: string, { isCancelled = false } = {}) {
    super(message)
    this.isCancelled = isCancelled
  }
}

/** The server's words where it refused, else 上传错误 and why (portal.md §8). */
function explain(error: unknown): string {
  const { cause = error } = error instanceof UploadError ? error : {}
  if (error instanceof UploadError && error.isFull) $roomFull.set(true)
  if (endedByRefusal(cause)) askForLoginAgain()
  if (cause instanceof RefusedError) return cause.message
  return `${UPLOAD_FAILED}：${explainError(cause)}`
}
