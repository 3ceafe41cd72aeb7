/** A file that an operator chose goes into the store; what it is for is the next step. */
import { atom } from 'nanostores'
import { pauseForLine } from '../../browser/line.ts'
import { sendFile } from '../../upload/send-file.ts'
import { explainUpload, ONE_FILE, UploadError } from '../../upload/upload-error.ts'
import { askForLoginAgain } from '../login.ts'
import { $companyId, $owner, endedByRefusal } from '../session.ts'
import { giveUp } from '../uploads/give-up.ts'
import { $desk, SESSION_ENDED } from './desk.ts'

export type DeskUpload =
  | { status: 'idle' }
  | { status: 'uploading'; name: string; percent: number }
  /** The line is down; it goes on by itself. */
  | { status: 'waiting'; name: string }
  | { status: 'failed'; name: string; text: string }

/** Nothing goes out in the name of whoever logged in over an ended session. */
const OTHER_PERSON = '上传期间换了登录账号，文件没有发出，请重新上传'

export const $deskUpload = atom<DeskUpload>({ status: 'idle' })

export interface StoredFile {
  localName: string
  hashName: string
}

let running: AbortController | undefined
/** Whose file that is. */
let uploader: string | null = null

export type DeskUploadEnd =
  | { status: 'stored'; file: StoredFile }
  /** It did not begin. */
  | { status: 'refused'; text: string }
  /** It failed or was cancelled, which `$deskUpload` tells. */
  | { status: 'ended' }

/** One at a time (portal.md §5). */
export async function uploadForDesk(file: File): Promise<DeskUploadEnd> {
  const companyId = $companyId.get()
  if (companyId === null) {
    askForLoginAgain()
    return { status: 'refused', text: SESSION_ENDED }
  }
  if (running) return { status: 'refused', text: ONE_FILE }
  const { name } = file
  if (file.size === 0) {
    $deskUpload.set({ status: 'failed', name, text: '这是空文件（0 字节），没有上传' })
    return { status: 'ended' }
  }
  const controller = new AbortController()
  running = controller
  uploader = $owner.get()
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
    controller.signal.throwIfAborted()
    $deskUpload.set({ status: 'idle' })
    return { status: 'stored', file: { localName: name, hashName } }
  } catch (error) {
    if (prefix) giveUp(prefix)
    if (endedByRefusal(error instanceof UploadError ? error.cause : error)) askForLoginAgain()
    if (isSomebodyElse($owner.get())) $deskUpload.set({ status: 'failed', name, text: OTHER_PERSON })
    else if (controller.signal.aborted) $deskUpload.set({ status: 'idle' })
    else $deskUpload.set({ status: 'failed', name, text: explainUpload(error) })
    return { status: 'ended' }
  } finally {
    running = undefined
  }
}

export function cancelDeskUpload(): void {
  running?.abort(new DOMException('cancelled', 'AbortError'))
}

function isSomebodyElse(owner: string | null): boolean {
  return owner !== null && owner !== uploader
}

$owner.listen((owner) => {
  if (isSomebodyElse(owner)) cancelDeskUpload()
})

// Nothing goes on in the name of somebody who has left.
$desk.listen(({ status }) => {
  if (status === 'visitor' || status === 'stranger') cancelDeskUpload()
})

export function forgetDeskUpload(): void {
  if (!running) $deskUpload.set({ status: 'idle' })
}
