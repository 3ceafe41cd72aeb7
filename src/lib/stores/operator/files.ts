/** Files beside a conversation: the operators' feedback files, and those of the company. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import type { ChatFile } from '../../contract/chat/chat-file.ts'
import { downloadDocument } from '../../contract/documents/storage.ts'
import { attempt, attemptQuietly } from './desk.ts'
import { type FilesPlace, fileCallsOf, type NamedFile } from './file-calls.ts'

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

/** Older files of both lists, behind those that are shown. @returns what went wrong */
export async function loadMoreFiles(place: FilesPlace): Promise<string | undefined> {
  const before = findShown(place.id)
  if (!before || before.page >= before.pages) return undefined
  const more = await attempt(() => fileCallsOf(place).fetch(before.page + 1))
  if (!more.ok) return more.text
  const now = findShown(place.id)
  // Fewer are shown by now: there would be a gap.
  if (now?.page !== before.page) return undefined
  const { page, pages } = more.value
  const admin = [...now.admin, ...more.value.admin]
  const customer = [...now.customer, ...more.value.customer]
  $deskFiles.set({ ...now, admin, customer, page, pages })
  return undefined
}

/** Counted up with each reading of them all: an earlier one knows less. */
let readings = 0

/**
 * They have changed on the server: as many pages as are shown, quietly.
 * @param id of the conversation @returns false when that failed
 */
export async function readFilesAnew(id: number): Promise<boolean> {
  readings += 1
  const reading = readings
  const admin: ChatFile[] = []
  const customer: ChatFile[] = []
  let pages = 1
  for (let page = 1; ; page += 1) {
    const shown = findShown(id)
    if (!shown || reading !== readings) return true
    // More may have been asked for meanwhile.
    const last = Math.max(1, Math.min(pages, shown.page))
    if (page > last) {
      $deskFiles.set({ ...shown, admin, customer, pages, page: last })
      return true
    }
    const fresh = await attemptQuietly(() => fileCallsOf(shown.place).fetch(page))
    if (!fresh) return false
    pages = fresh.pages
    admin.push(...fresh.admin)
    customer.push(...fresh.customer)
  }
}

function findShown(id: number): Extract<FilesState, { status: 'ready' }> | undefined {
  const state = $deskFiles.get()
  return state.status === 'ready' && state.place.id === id ? state : undefined
}

function isAsked({ id }: FilesPlace): boolean {
  const state = $deskFiles.get()
  return state.status !== 'idle' && state.place.id === id
}

/** Each of these tells what went wrong, undefined when nothing did. */
export function addFeedback(place: FilesPlace, file: NamedFile, remark: string): Promise<string | undefined> {
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
  await readFilesAnew(place.id)
  return undefined
}

/** An address that is good for five minutes, or what went wrong. */
export type FileUrl = { url: string } | { text: string }

/** Of a file beside the dialogue. */
export function findFeedbackUrl(place: FilesPlace, file: ChatFile): Promise<FileUrl> {
  return find(() => fileCallsOf(place).url(file))
}

/** Of a file in the dialogue. */
export function findFileUrl({ localName, hashName }: NamedFile): Promise<FileUrl> {
  const body = { filename_local: localName, filename_server: hashName }
  return find(async () => (await ask(downloadDocument, { body })).download_url)
}

async function find(act: () => Promise<string>): Promise<FileUrl> {
  const done = await attempt(act)
  return done.ok ? { url: done.value } : { text: done.text }
}
