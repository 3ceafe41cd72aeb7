/** The view of the picker and the documents page: the top folders, and one folder or search results. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { latest } from '../../browser/latest.ts'
import { onceASecond } from '../../browser/once-a-second.ts'
import { onTabsNotified } from '../../browser/page-events.ts'
import {
  type DocumentFile,
  type Folder,
  type FolderPath,
  listTopFolders,
  readFolder,
} from '../../contract/documents/document.ts'
import { searchDocuments } from '../../contract/documents/document-file.ts'
import { onAccountEnd } from '../account-end.ts'
import { askForLoginAgain } from '../login.ts'
import { $companyId, handleSessionEnd } from '../session.ts'
import { $quota, loadQuota, refreshQuota, requireQuota } from './storage-quota.ts'

export type DocumentsPlace =
  | { kind: 'top' }
  | { kind: 'folder'; id: number }
  | { kind: 'search'; text: string }

interface FoundAt {
  path?: FolderPath
}
export type FolderItem = { kind: 'folder'; key: string; folder: Folder } & FoundAt
export type FileItem = { kind: 'file'; key: string; file: DocumentFile } & FoundAt
export type DocumentItem = FolderItem | FileItem

interface Content {
  path: FolderPath
  items: readonly DocumentItem[]
  more: boolean
}

export type ViewState =
  | { status: 'idle'; place: DocumentsPlace }
  | { status: 'loading'; place: DocumentsPlace; content: Content }
  | { status: 'ready'; place: DocumentsPlace; content: Content }
  | { status: 'failed'; place: DocumentsPlace; content: Content; text: string }

const TOP: DocumentsPlace = { kind: 'top' }
const NOTHING: Content = { path: [], items: [], more: false }

export const $view = atom<ViewState>({ status: 'idle', place: TOP })
export const $topFolders = atom<readonly Folder[]>([])

const asking = latest()
let isAsking = false
let isOld = false

export function contentOf(state: ViewState): Content {
  return state.status === 'idle' ? NOTHING : state.content
}

/** Goes to a place. Until its content is there, the one before stays below the loading overlay. */
export async function openPlace(place: DocumentsPlace): Promise<void> {
  $view.set({ status: 'loading', place, content: contentOf($view.get()) })
  await showPlace(place, (error) => {
    $view.set({ status: 'failed', place, content: NOTHING, text: explainError(error) })
  })
}

/** Reloads the place and the top folders quietly, after a change here: discards earlier answers. */
export async function refreshView(): Promise<void> {
  const { place, status } = $view.get()
  if (status === 'idle') return
  if (status === 'failed') return openPlace(place)
  // The folder on the screen was deleted.
  await showPlace(place, () => openPlace(place))
}

/**
 * Reloads after changes elsewhere, at most once at a time: each answer is a whole folder, and with a request per
 * second a slow connection would never complete one.
 */
export const refreshViewSoon = onceASecond(() => {
  if (isAsking) isOld = true
  else refreshView()
})

async function showPlace(
  place: DocumentsPlace,
  fail: (error: unknown) => void | Promise<void>,
): Promise<void> {
  const isLast = asking.begin()
  isAsking = true
  isOld = false
  try {
    const content = await readPlace(place, isLast)
    if (isLast()) $view.set({ status: 'ready', place, content })
  } catch (error) {
    if (handleSessionEnd(error)) return expire()
    if (isLast()) await fail(error)
  }
  if (!isLast()) return
  isAsking = false
  if (isOld) refreshViewSoon()
}

export function hideItems(keys: ReadonlySet<string>): void {
  const state = $view.get()
  if (state.status === 'idle') return
  const items = state.content.items.filter(({ key }) => !keys.has(key))
  $view.set({ ...state, content: { ...state.content, items } })
}

async function readPlace(place: DocumentsPlace, isLast: () => boolean): Promise<Content> {
  const companyId = $companyId.get() ?? (await requireQuota()).companyId
  const { result: top } = await ask(listTopFolders, { params: { id: companyId } })
  if (isLast()) $topFolders.set(top.items)
  if (place.kind === 'top')
    return { path: [], items: top.items.map((folder) => toFolderItem(folder)), more: false }
  if (place.kind === 'folder') {
    const { result } = await ask(readFolder, { params: { id: companyId, docId: place.id } })
    const { folders, files, path } = result
    return {
      path,
      items: [...folders.map((folder) => toFolderItem(folder)), ...files.map(toFileItem)],
      more: false,
    }
  }
  const { result } = await ask(searchDocuments, { params: { id: companyId }, query: { name: place.text } })
  const { folders, files, more } = result
  const items = [
    ...folders.map(({ path, ...folder }) => ({ ...toFolderItem(folder), path })),
    ...files.map(({ path, ...file }) => ({ ...toFileItem(file), path })),
  ]
  return { path: [], items, more }
}

export function toFileItem(file: DocumentFile): FileItem {
  return { kind: 'file', key: `file-${file.id}`, file }
}

export function toFolderItem(folder: Folder): FolderItem {
  return { kind: 'folder', key: `folder-${folder.id}`, folder }
}

export function nameOf(item: DocumentItem): string {
  return item.kind === 'folder' ? item.folder.name : item.file.local_name
}

export function samePlace(one: DocumentsPlace, other: DocumentsPlace): boolean {
  if (one.kind === 'folder' && other.kind === 'folder') return one.id === other.id
  if (one.kind === 'search' && other.kind === 'search') return one.text === other.text
  return one.kind === other.kind
}

/** Sets the first place, or opens it once the person is known. */
export function beginAt(place: DocumentsPlace): void {
  const { status, place: shown } = $view.get()
  if (status === 'idle') $view.set({ status, place })
  else if (!samePlace(place, shown)) openPlace(place)
}

export function closeView(): void {
  asking.begin()
  isAsking = false
  $view.set({ status: 'idle', place: TOP })
  $topFolders.set([])
}

onAccountEnd(closeView)

function expire(): void {
  const { place } = $view.get()
  closeView()
  $view.set({ status: 'idle', place })
  askForLoginAgain()
}

export function followDocuments(): () => void {
  return onTabsNotified('documents', refreshViewSoon)
}

/** Reads the documents at a login, and again after an expired session, while they are on the screen. */
export function followAccount(): () => void {
  return $companyId.subscribe((companyId) => {
    if (companyId === null) return
    // The first reading suffices.
    if ($quota.get().status === 'ready') refreshQuota()
    else loadQuota()
    const { status, place } = $view.get()
    // While closed, nothing followed its changes.
    if (status === 'idle') openPlace(place)
    else refreshView()
  })
}
