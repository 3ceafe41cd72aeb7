/** A file that an operator chose goes into the store; what it is for is the next step. */
import { atom } from 'nanostores'
import { pauseForLine } from '../../browser/line.ts'
import { sendFile } from '../../upload/send-file.ts'
import { explainUpload, UploadError } from '../../upload/upload-error.ts'
import { askForLoginAgain } from '../login.ts'
import { $companyId, endedByRefusal } from '../session.ts'
import { giveUp } from '../uploads/give-up.ts'

export type DeskUpload =
  | { status: 'idle' }
  | { status: 'uploading'; name: string; percent: number }
  /** The line is down; it goes on by itself. */
  | { status: 'waiting'; name: string }
  | { status: 'failed'; name: string; text: string }

export const $deskUpload = atom<DeskUpload>({ status: 'idle' })

export interface StoredFile {
  localName: string
  hashName: string
}

let running: AbortController | undefined

/** Undefined: it failed or was cancelled, which `$deskUpload` tells. One at a time. */
export async function uploadForDesk(file: File): Promise<StoredFile | undefined> {
  const companyId = $companyId.get()
  if (running || companyId === null) return undefined
  const { name } = file
  if (file.size === 0) {
    $deskUpload.set({ status: 'failed', name, text: '这是空文件（0 字节），没有上传' })
    return undefined
  }
  const controller = new AbortController()
  running = controller
  let prefix: string | undefined
  const showPercent = (sent: number) =>
    $deskUpload.set({
      status: 'uploading',
      name,
      percent: Math.min(99, Math.floor((sent / file.size) * 100)),
    })
  showPercent(0)
  try {
    const hashName = await sendFile(
      { file, bucket: 'documents', companyId },
      {
        signal: controller.signal,
        pause: pauseForLine,
        onWaiting: () => $deskUpload.set({ status: 'waiting', name }),
        onResumed: () => showPercent(0),
        onOpened: (opened) => {
          prefix = opened.prefix
        },
        onProgress: showPercent,
        onSent: () => $deskUpload.set({ status: 'uploading', name, percent: 100 }),
      },
    )
    $deskUpload.set({ status: 'idle' })
    return { localName: name, hashName }
  } catch (error) {
    if (prefix) giveUp(prefix)
    if (endedByRefusal(error instanceof UploadError ? error.cause : error)) askForLoginAgain()
    if (controller.signal.aborted) $deskUpload.set({ status: 'idle' })
    else $deskUpload.set({ status: 'failed', name, text: explainUpload(error) })
    return undefined
  } finally {
    running = undefined
  }
}

export function cancelDeskUpload(): void {
  running?.abort(new DOMException('cancelled', 'AbortError'))
}

export function forgetDeskUpload(): void {
  if (!running) $deskUpload.set({ status: 'idle' })
}
