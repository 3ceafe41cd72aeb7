/** Files beside a conversation: the operators' feedback files, and those of the company. */
import { atom } from 'nanostores'
import {
  createFeedbackFile,
  fetchFeedbackFiles,
  removeFeedbackFile,
  updateFeedbackFile,
} from '../../api/operator-chat-file.ts'
import { fetchDownloadUrl } from '../../api/storage.ts'
import type { ChatFile } from '../../contract/chat-file.ts'
import { attempt, attemptQuietly } from './desk.ts'
import type { StoredFile } from './upload.ts'

export type FilesState =
  | { status: 'idle' }
  | { status: 'loading'; id: number }
  | { status: 'failed'; id: number; text: string }
  | {
      status: 'ready'
      id: number
      admin: readonly ChatFile[]
      customer: readonly ChatFile[]
      page: number
      pages: number
    }

export const $deskFiles = atom<FilesState>({ status: 'idle' })

/** @param id of the conversation */
export async function openFiles(id: number): Promise<void> {
  $deskFiles.set({ status: 'loading', id })
  const done = await attempt(() => fetchFeedbackFiles(id, 1))
  if (!isAsked(id)) return
  if (done.ok) $deskFiles.set({ status: 'ready', id, ...done.value })
  else $deskFiles.set({ status: 'failed', id, text: done.text })
}

/** Older files of both lists, behind those that are shown. */
export async function loadMoreFiles(id: number): Promise<void> {
  const state = $deskFiles.get()
  if (state.status !== 'ready' || state.id !== id || state.page >= state.pages) return
  const more = await attemptQuietly(() => fetchFeedbackFiles(id, state.page + 1))
  if (!more || !isAsked(id)) return
  const admin = [...state.admin, ...more.admin]
  const customer = [...state.customer, ...more.customer]
  $deskFiles.set({ ...state, admin, customer, page: more.page, pages: more.pages })
}

/** They have changed on the server: as many pages as are shown, quietly. */
export async function readFilesAnew(id: number): Promise<void> {
  const state = $deskFiles.get()
  if (state.status !== 'ready' || state.id !== id) return
  const admin: ChatFile[] = []
  const customer: ChatFile[] = []
  let pages = 1
  for (let page = 1; page <= Math.min(pages, state.page); page++) {
    const fresh = await attemptQuietly(() => fetchFeedbackFiles(id, page))
    if (!fresh) return
    pages = fresh.pages
    admin.push(...fresh.admin)
    customer.push(...fresh.customer)
  }
  if (isAsked(id))
    $deskFiles.set({ ...state, admin, customer, pages, page: Math.max(1, Math.min(pages, state.page)) })
}

function isAsked(id: number): boolean {
  const state = $deskFiles.get()
  return state.status !== 'idle' && state.id === id
}

/** Each of these tells what went wrong, undefined when nothing did. */
export function addFeedback(id: number, file: StoredFile, remark: string): Promise<string | undefined> {
  return change(id, () => createFeedbackFile(id, wire(file, remark)))
}

export function changeRemark(id: number, file: ChatFile, remark: string): Promise<string | undefined> {
  const { local_name: localName, hash_name: hashName, advisory_id } = file
  return change(id, () =>
    updateFeedbackFile(file.id, { ...wire({ localName, hashName }, remark), advisory_id }),
  )
}

export function deleteFeedback(id: number, fileId: number): Promise<string | undefined> {
  return change(id, () => removeFeedbackFile(fileId))
}

function wire({ localName, hashName }: StoredFile, remark: string) {
  return { local_name: localName, hash_name: hashName, ...(remark.trim() !== '' && { remark }) }
}

async function change(id: number, act: () => Promise<unknown>): Promise<string | undefined> {
  const done = await attempt(act)
  if (!done.ok) return done.text
  const fresh = await attemptQuietly(() => fetchFeedbackFiles(id, 1))
  if (fresh && isAsked(id)) $deskFiles.set({ status: 'ready', id, ...fresh })
  return undefined
}

/** An address that is good for five minutes, or what went wrong. */
export async function findFileUrl(file: StoredFile): Promise<{ url: string } | { text: string }> {
  const done = await attempt(() => fetchDownloadUrl('documents', file.localName, file.hashName))
  return done.ok ? { url: done.value } : { text: done.text }
}
