import type { AnswerOf } from '../contract/call.ts'
import {
  addFolder,
  changeFolder,
  deleteFolder,
  downloadFolder,
  type Folder,
  listTopFolders,
  patchFolder,
  readFolder,
} from '../contract/documents/document.ts'
import { ask } from './ask.ts'

/** A folder and the company that it belongs to. */
export interface FolderPlace {
  companyId: number
  folderId: number
}

export async function fetchTopFolders(companyId: number): Promise<Folder[]> {
  const { result } = await ask(listTopFolders, { params: { id: String(companyId) } })
  return result.items
}

/** @param parent null: at the top */
export async function createFolder(companyId: number, name: string, parent: number | null): Promise<Folder> {
  const { folder } = await ask(addFolder, {
    params: { id: String(companyId) },
    body: { name, parent, org_id: 1 },
  })
  return folder
}

export async function fetchFolder(place: FolderPlace): Promise<AnswerOf<typeof readFolder>['result']> {
  const { result } = await ask(readFolder, { params: toParams(place) })
  return result
}

export async function renameFolder(place: FolderPlace, name: string): Promise<Folder> {
  const { folder } = await ask(patchFolder, { params: toParams(place), body: { name } })
  return folder
}

/** @param parent null: to the top */
export async function moveFolder(place: FolderPlace, parent: number | null): Promise<Folder> {
  const { folder } = await ask(changeFolder, { params: toParams(place), body: { parent } })
  return folder
}

/** Returns what the company uses afterwards, in bytes. */
export async function removeFolder(place: FolderPlace): Promise<number> {
  const { size } = await ask(deleteFolder, { params: toParams(place) })
  return size
}

/** One page of the URLs of a folder's files, those below included. */
export function fetchFolderUrls(place: FolderPlace, after: number): Promise<AnswerOf<typeof downloadFolder>> {
  return ask(downloadFolder, { params: toParams(place), query: { after: String(after) } })
}

function toParams({ companyId, folderId }: FolderPlace) {
  return { id: String(companyId), docId: String(folderId) }
}
