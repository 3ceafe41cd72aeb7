/** The state of the upload queue: one runs, the others wait; pauses, and notices about the end. */

import { atom } from 'nanostores'
import { RefusedError } from '../../api/errors.ts'
import type { DocumentFile } from '../../contract/documents/document.ts'
import { CODES } from '../../contract/envelope.ts'
import { CANCELLED, CLEANED_LATER, STILL_CANCELLING, UploadError } from '../../upload/failures.ts'

export type UploadState =
  | { status: 'queued' }
  | { status: 'reading' }
  | { status: 'uploading'; sent: number }
  | { status: 'waiting'; sent: number; text: string }
  | { status: 'finishing' }
  | { status: 'conflict' }
  | { status: 'cancelling' }
  /** `slow`: continues unseen. `later`: the server could not be informed, and will be. */
  | { status: 'cancelled'; how: 'skipped' | 'clean' | 'slow' | 'later' }
  /**
   * `replaced`: by 更新, a different file. `lapsed`: validity of the replaced document, unknown for this one.
   * `isLate`: cancelled after registration.
   */
  | { status: 'done'; file: DocumentFile; replaced?: Replaced; lapsed?: string; isLate?: true }
  | { status: 'failed'; text: string; isFull: boolean }

interface Replaced {
  former: string
  by: string
}

export interface UploadItem {
  id: number
  file: File
  name: string
  folderId: number
  folderName: string
  replaces: number | undefined
  replacesName?: string
  keepsBoth?: boolean
  state: UploadState
}

export const $uploads = atom<readonly UploadItem[]>([])

const ENDED = new Set<UploadState['status']>(['cancelled', 'done', 'failed'])

export function isEnded({ state }: UploadItem): boolean {
  return ENDED.has(state.status)
}

export function findUpload(id: number): UploadItem | undefined {
  return $uploads.get().find((item) => item.id === id)
}

/** The document that the last upload replaced, with its content before. */
export const $replaced = atom<DocumentFile | null>(null)

/** The last end of an upload for the person: success after the last one, anything else at once. */
export const $uploadNotice = atom<{ tone: 'success' | 'error'; text: string } | null>(null)

export function setUploadState(id: number, state: UploadState): void {
  $uploads.set($uploads.get().map((item) => (item.id === id ? { ...item, state } : item)))
  if (state.status === 'failed') $uploadNotice.set({ tone: 'error', text: '上传失败' })
  if (state.status === 'done' && state.isLate) $uploadNotice.set({ tone: 'success', text: TOO_LATE })
  if (state.status === 'cancelled' && state.how !== 'skipped')
    $uploadNotice.set({ tone: 'success', text: CANCEL_WORDS[state.how] })
}

export const TOO_LATE = '已经存入，来不及取消'

const CANCEL_WORDS = { clean: CANCELLED, slow: STILL_CANCELLING, later: CLEANED_LATER }

export function percentOf({ file, state }: UploadItem): number {
  if (state.status === 'uploading' || state.status === 'waiting') {
    return Math.min(99, Math.floor((state.sent / file.size) * 100))
  }
  return state.status === 'finishing' || state.status === 'done' ? 100 : 0
}

export type NameChoice = 'keep' | 'replace' | 'skip'

interface Conflict {
  uploadId: number
  name: string
  folderName: string
  others: number
  answer: (choice: NameChoice, forAll: boolean) => void
}

export const $conflict = atom<Conflict | null>(null)

export interface QueuePause {
  /** `login`: until the company is logged in; `full`: until storage is free; `often`: until the person continues. */
  why: 'login' | 'full' | 'often'
  text: string
}

export const $queuePause = atom<QueuePause | null>(null)

export function pauseFor(error: unknown): QueuePause | undefined {
  const cause = error instanceof UploadError ? error.cause : error
  if (!(cause instanceof RefusedError)) return undefined
  if (cause.code === CODES.notLoggedIn) return { why: 'login', text: '登录已过期，登录后自动继续' }
  if (cause.code === CODES.tooOften) return { why: 'often', text: cause.message }
  if (error instanceof UploadError && error.isFull) {
    return { why: 'full', text: '空间不足，已暂停。腾出空间后请点“继续上传”' }
  }
  return undefined
}
