/** The queue of uploads as it is shown: one runs, the others wait for it. */
import { atom } from 'nanostores'
import type { DocumentFile } from '../../contract/documents/document.ts'

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
  /** `later`: the server could not be told, and is told when it can be. */
  | { status: 'cancelled'; how: 'skipped' | 'clean' | 'later' }
  /**
   * `lapsed`: how long the paper held that it has replaced; of this one it says nothing. `isLate`: it was cancelled when
   * it had replaced it.
   */
  | { status: 'done'; file: DocumentFile; lapsed?: string; isLate?: true }
  | { status: 'failed'; text: string; isFull: boolean }

export interface UploadItem {
  id: number
  file: File
  name: string
  folderId: number
  folderName: string
  /** The file that it is to replace. */
  replaces: number | undefined
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
