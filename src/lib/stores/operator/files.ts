/** Files beside a conversation: the operators' feedback files, and those of the company. */
import { atom } from 'nanostores'
import { fetchDownloadUrl } from '../../api/storage.ts'
import type { ChatFile } from '../../contract/chat-file.ts'
import { attempt, attemptQuietly } from './desk.ts'
import { type FilesPlace, fileCallsOf } from './file-calls.ts'
import type { StoredFile } from './upload.ts'

export type FilesState =
  | { status: 'idle' }
  | { status: 'loading'; place: FilesPlace }
  | { status: 'failed'; place: FilesPlace; text: string }
  | {
      status: 'ready'
      place: FilesPlace
      admin: readonly ChatFile[]
      customer: readonly ChatFile[]
      page: number
      pages: number
    }

export const $deskFiles = atom<FilesState>({ status: 'idle' })

export async function openFiles(place: FilesPlace): Promise<void> {
  $deskFiles.set({ status: 'loading', place })
  const done = await attempt(() => fileCallsOf(place).fetch(1))
  if (!isAsked(place)) return
  if (done.ok) $deskFiles.set({ status: 'ready', place, ...done.value })
  else $deskFiles.set({ status: 'failed', place, text: done.text })
}

/** Older files of both lists, behind those that are shown. */
export async function loadMoreFiles(place: FilesPlace): Promise<void> {
  const state = $deskFiles.get()
  if (state.status !== 'ready' || !isAsked(place) || state.page >= state.pages) return
  const more = await attemptQuietly(() => fileCallsOf(place).fetch(state.page + 1))
  if (!more || !isAsked(place)) return
  const admin = [...state.admin, ...more.admin]
  const customer = [...state.customer, ...more.customer]
  $deskFiles.set({ ...state, admin, customer, page: more.page, pages: more.pages })
}

/** They have changed on the server: as many pages as are shown, quietly. @param id of the conversation */
export async function readFilesAnew(id: number): Promise<void> {
  const state = $deskFiles.get()
  if (state.status !== 'ready' || state.place.id !== id) return
  const { fetch } = fileCallsOf(state.place)
  const admin: ChatFile[] = []
  const customer: ChatFile[] = []
  let pages = 1
  for (let page = 1; page <= Math.min(pages, state.page); page++) {
    const fresh = await attemptQuietly(() => fetch(page))
    if (!fresh) return
    pages = fresh.pages
    admin.push(...fresh.admin)
    customer.push(...fresh.customer)
  }
  if (isAsked(state.place))
    $deskFiles.set({ ...state, admin, customer, pages, page: Math.max(1, Math.min(pages, state.page)) })
}

function isAsked({ id }: FilesPlace): boolean {
  const state = $deskFiles.get()
  return state.status !== 'idle' && state.place.id === id
}

/** Each of these tells what went wrong, undefined when nothing did. */
export function addFeedback(
  place: FilesPlace,
  file: StoredFile,
  remark: string,
): Promise<string | undefined> {
  return change(place, () => fileCallsOf(place).add(file, remark))
}

export function changeRemark(place: FilesPlace, file: ChatFile, remark: string): Promise<string | undefined> {
  return change(place, () => fileCallsOf(place).remark(file, remark))
}

export function deleteFeedback(place: FilesPlace, fileId: number): Promise<string | undefined> {
  return change(place, () => fileCallsOf(place).remove(fileId))
}

async function change(place: FilesPlace, act: () => Promise<unknown>): Promise<string | undefined> {
  const done = await attempt(act)
  if (!done.ok) return done.text
  const fresh = await attemptQuietly(() => fileCallsOf(place).fetch(1))
  if (fresh && isAsked(place)) $deskFiles.set({ status: 'ready', place, ...fresh })
  return undefined
}

/** An address that is good for five minutes, or what went wrong. */
export type FileUrl = { url: string } | { text: string }

/** Of a file beside the dialogue. */
export function findFeedbackUrl(place: FilesPlace, file: ChatFile): Promise<FileUrl> {
  return find(() => fileCallsOf(place).url(file))
}

/** Of a file in the dialogue. */
export function findFileUrl({ localName, hashName }: StoredFile): Promise<FileUrl> {
  return find(() => fetchDownloadUrl('documents', localName, hashName))
}

async function find(act: () => Promise<string>): Promise<FileUrl> {
  const done = await attempt(act)
  return done.ok ? { url: done.value } : { text: done.text }
}
