/**
 * The queue of uploads as it is shown: one runs, the others wait for it; why it stands still, and what is said of its
 * end.
 */

import { atom } from 'nanostores'
import { RefusedError } from '../../api/errors.ts'
import { together } from '../../browser/together.ts'
import type { DocumentFile } from '../../contract/documents/document.ts'
import { CODES } from '../../contract/envelope.ts'
import { CANCELLED, CLEANED_LATER, STILL_CANCELLING, UploadError } from '../../upload/failures.ts'
import { $quota, followQuota, type Quota, refreshQuota } from '../documents/storage-quota.ts'

export type UploadState =
  | { status: 'queued' }
  /** The file is looked at, and whether an earlier upload of it can be gone on with. */
  | { status: 'reading' }
  | { status: 'uploading'; sent: number }
  /** The line is down; it goes on by itself. */
  | { status: 'waiting'; sent: number; text: string }
  /** All bytes are sent; they are put together and entered. */
  | { status: 'finishing' }
  /** A file of this name is there already. */
  | { status: 'conflict' }
  | { status: 'cancelling' }
  /** `slow`: it goes on unseen. `later`: the server could not be told, and is told when it can be. */
  | { status: 'cancelled'; how: 'skipped' | 'clean' | 'slow' | 'later' }
  /**
   * `replaced`: by 更新, another file than it was. `lapsed`: how long the paper held that it has replaced; of this one it
   * says nothing. `isLate`: it was cancelled when it was entered.
   */
  | { status: 'done'; file: DocumentFile; replaced?: Replaced; lapsed?: string; isLate?: true }
  | { status: 'failed'; text: string; isFull: boolean }

/** The names of the file before, and of the one that its content comes from. */
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
  /** The file that it is to replace. */
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

/** 0 to 100; bytes that are sent but not yet acknowledged count. */
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
  /** How many more wait behind it. */
  others: number
  answer: (choice: NameChoice, forAll: boolean) => void
}

/** The question that an upload waits with. */
export const $conflict = atom<Conflict | null>(null)

/** What stops the whole queue instead of failing its files one after the other. */
export interface QueuePause {
  /**
   * `login`: until somebody of the company is logged in; `full`: until there is more room; `often`: until the person
   * says so.
   */
  why: 'login' | 'full' | 'often'
  text: string
}

/** Why nothing goes up although files wait; null: nothing stands in the way. */
export const $queuePause = atom<QueuePause | null>(null)

/** Undefined: what went wrong is of one file alone. */
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

/** Runs `resume`, which ends the pause, once there is more room than before it; wherever the person is on the page. */
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
 * What there is to say of how uploads end: a success when the last is through, anything else at once.
 * @returns a function for every change of the list; it gives undefined if there is nothing to say
 */
export function noticeTeller(
  first: readonly UploadItem[],
): (uploads: readonly UploadItem[]) => Notice | undefined {
  let before = new Map(first.map(({ id, state }) => [id, stageOf(state)]))
  /** Successes of a queue that was through. */
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
