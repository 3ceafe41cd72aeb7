/** A single upload (behaviour B7.9): in the chat, at the desk. The caller uses the stored file. */
import { atom, type ReadableAtom } from 'nanostores'
import { waitForNetwork } from '../../browser/wait-for-network.ts'
import { withoutTurning } from '../../rules/text/typed-text.ts'
import {
  CANCELLED,
  CLEANED_LATER,
  emptyFile,
  endSoon,
  ONE_FILE,
  STILL_CANCELLING,
} from '../../upload/failures.ts'
import { refuseUnlikeName } from '../../upload/file-bytes.ts'
import { sendFile } from '../../upload/send-file.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { abandonUpload } from './broken-off.ts'

export interface StoredFile {
  localName: string
  hashName: string
  size: number
}

export type SingleUpload<Purpose> =
  | { status: 'idle' }
  /** `isWaiting`: offline; it continues automatically. */
  | { status: 'uploading'; place: Purpose; name: string; percent: number; isWaiting: boolean }
  | { status: 'cancelling'; place: Purpose; name: string }

export class UploadFailure extends Error {
  override readonly name = 'UploadFailure'
  readonly end: 'refused' | 'cancelled' | 'failed'

  constructor(message: string, end: UploadFailure['end'] = 'refused') {
    super(message)
    this.end = end
  }
}

interface Uploader<Purpose> {
  $state: ReadableAtom<SingleUpload<Purpose>>
  upload: (file: File, place: Purpose, companyId: number) => Promise<StoredFile>
  cancel: () => void
  stop: (text: string) => void
}

export function createUploader<Purpose>(explain: (error: unknown) => string): Uploader<Purpose> {
  const $state = atom<SingleUpload<Purpose>>({ status: 'idle' })
  let controller: AbortController | undefined

  async function upload(file: File, place: Purpose, companyId: number): Promise<StoredFile> {
    const { name, size } = file
    if (controller) throw new UploadFailure(ONE_FILE)
    if (size === 0) throw new UploadFailure(emptyFile(name))
    const own = new AbortController()
    controller = own
    const sending = send(file, { place, companyId, signal: own.signal })
    try {
      return await Promise.race([sending, slowCancel(own.signal, sending)])
    } finally {
      controller = undefined
      $state.set({ status: 'idle' })
    }
  }

  /** Throws when a cancellation takes long, so that another file can start; it continues unseen. */
  async function slowCancel(signal: AbortSignal, sending: Promise<unknown>): Promise<never> {
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve)
    })
    await endSoon(Promise.allSettled([sending]), undefined)
    throw new UploadFailure(STILL_CANCELLING, 'cancelled')
  }

  async function send(
    file: File,
    { place, companyId, signal }: { place: Purpose; companyId: number; signal: AbortSignal },
  ): Promise<StoredFile> {
    const { name, size } = file
    let percent = 0
    let prefix: string | undefined
    const show = (isWaiting: boolean) => {
      if (!signal.aborted)
        $state.set({ status: 'uploading', place, name: withoutTurning(name), percent, isWaiting })
    }
    show(false)
    try {
      await refuseUnlikeName(file)
      const hashName = await sendFile(
        { file, bucket: 'documents', companyId },
        {
          signal,
          pause: waitForNetwork,
          onWaiting: () => show(true),
          onResumed: () => show(false),
          onOpened: (opened) => {
            prefix = opened.prefix
          },
          onProgress: (sent) => {
            percent = Math.min(99, Math.floor((sent / size) * 100))
            show(false)
          },
          onSent: () => show(false),
        },
      )
      signal.throwIfAborted()
      return { localName: name, hashName, size }
    } catch (error) {
      const closing = prefix === undefined ? true : abandonUpload(prefix)
      if (signal.reason instanceof UploadFailure) throw signal.reason
      if (signal.aborted) throw new UploadFailure((await closing) ? CANCELLED : CLEANED_LATER, 'cancelled')
      askAgainIfSessionEnded(error)
      throw new UploadFailure(explain(error), 'failed')
    }
  }

  function cancel(): void {
    const state = $state.get()
    if (state.status !== 'uploading') return
    $state.set({ status: 'cancelling', place: state.place, name: state.name })
    controller?.abort(new DOMException('cancelled', 'AbortError'))
  }

  return {
    $state,
    upload,
    cancel,
    stop: (text) => controller?.abort(new UploadFailure(text, 'failed')),
  }
}
