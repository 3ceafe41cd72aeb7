/** All files of a folder and below with their addresses, a page at a time. */
import { fetchFolderUrls } from '../../api/document.ts'
import type { AnswerOf } from '../../contract/call.ts'
import type { downloadFolder } from '../../contract/document.ts'
import { needRoom } from './storage-room.ts'

export type FolderPage = AnswerOf<typeof downloadFolder>

/** So that no address is over before its turn. @throws ApiError */
export async function* folderPages(folderId: number): AsyncGenerator<FolderPage, void> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await readFolderPage(folderId, page)
    pages = answer.pages
    yield answer
  }
}

/** @throws ApiError */
export async function readFolderPage(folderId: number, page: number): Promise<FolderPage> {
  const { companyId } = await needRoom()
  return fetchFolderUrls({ companyId, folderId }, page)
}
