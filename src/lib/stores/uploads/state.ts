/** The state of the upload queue: one runs, the others wait; pauses, and notices about the end. */

import { atom } from 'nanostores'
import { RefusedError } from '../../api/errors.ts'
import { together } from '../../browser/together.ts'
import type { DocumentFile } from '../../contract/documents/document.ts'
import { CODES } from '../../contract/envelope.ts'
import { CANCELLED, CLEANED_LATER, STILL_CANCELLING, UploadError } from '../../upload/failures.ts'
import { $quota, followQuota, type Quota, refreshQuota } from '../documents/storage-quota.ts'

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

export function setUploadState(id: number, state: UploadState): void {
  $uploads.set($uploads.get().map((item) => (item.id === id ? { ...item, state } : item)))
}

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
    return { why: 'full', text: '空间不足，已暂停；空间增加后自动继续' }
  }
  return undefined
}

/** Runs `resume`, which ends the pause, once more storage is free, wherever the person is on the page. */
export async function onceFreed(pause: QueuePause, resume: () => void): Promise<void> {
  const before = await refreshQuota()
  if (!before || $queuePause.get() !== pause) return
  const end = together(
    followQuota(),
    $quota.listen((state) => {
      if (state.status === 'ready' && freeBytes(state.quota) > freeBytes(before)) resume()
    }),
    $queuePause.listen(() => end()),
  )
}

function freeBytes({ limitBytes, usedBytes, reservedBytes }: Quota): number {
  return limitBytes - usedBytes - reservedBytes
}

export const TOO_LATE = '已经存入，来不及取消'

type Notice =
  | '上传失败'
  | typeof STILL_CANCELLING
  | typeof CLEANED_LATER
  | typeof CANCELLED
  | typeof TOO_LATE
  | '上传成功'

/**
 * Creates the notices on ends of uploads: success after the last one, anything else at once.
 * @returns a function for every state of the list; it returns undefined without a notice
 */
export function noticeTeller(
  first: readonly UploadItem[],
): (uploads: readonly UploadItem[]) => Notice | undefined {
  let before = new Map(first.map(({ id, state }) => [id, stageOf(state)]))
  /** Successes of a completed queue. */
  let told = successesIn(first)
  return (uploads) => {
    const changed = uploads.flatMap(({ id, state }) =>
      before.has(id) && before.get(id) !== stageOf(state) ? state : [],
    )
    const done = successesIn(uploads)
    const isNew = [...done].some((id) => !told.has(id))
    const isThrough = changed.length > 0 && uploads.every(isEnded)
    before = new Map(uploads.map(({ id, state }) => [id, stageOf(state)]))
    if (isThrough) told = done
    return endIn(changed) ?? (isThrough && isNew ? '上传成功' : undefined)
  }
}

function stageOf(state: UploadState): string {
  return state.status === 'cancelled' ? state.how : state.status
}

function successesIn(uploads: readonly UploadItem[]): ReadonlySet<number> {
  return new Set(uploads.flatMap(({ id, state }) => (state.status === 'done' && !state.isLate ? id : [])))
}

function endIn(changed: readonly UploadState[]): Notice | undefined {
  if (changed.some(({ status }) => status === 'failed')) return '上传失败'
  if (changed.some((state) => state.status === 'done' && state.isLate)) return TOO_LATE
  const isCancelled = (how: 'clean' | 'slow' | 'later') =>
    changed.some((state) => state.status === 'cancelled' && state.how === how)
  if (isCancelled('slow')) return STILL_CANCELLING
  if (isCancelled('later')) return CLEANED_LATER
  return isCancelled('clean') ? CANCELLED : undefined
}
