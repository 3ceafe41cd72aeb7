/** Downloads: one file, a folder's files one a second (portal.md §9), or a folder as one ZIP. */
import { fetchFolderUrls } from '../../api/document.ts'
import { fetchFileUrl } from '../../api/document-file.ts'
import { explainError } from '../../api/errors.ts'
import { saveUrl } from '../../browser/save-url.ts'
import type { AnswerOf } from '../../contract/call.ts'
import type { downloadFolder } from '../../contract/document.ts'
import { askForLoginAgain } from '../login.ts'
import { endedByRefusal } from '../session.ts'
import { needRoom } from './storage-room.ts'
import type { DocumentItem } from './view.ts'

const SPACING_MS = 1000

export type FolderPage = AnswerOf<typeof downloadFolder>

/** @returns what the person has to be told when it did not work: 目标文件夹为空 is the server's word */
export async function downloadItem(item: DocumentItem): Promise<string | undefined> {
  try {
    if (item.kind === 'file') {
      saveUrl(await fetchFileUrl(item.file.id))
      return undefined
    }
    for await (const { urls } of folderPages(item.folder.id)) {
      for (const { download_url } of urls) {
        saveUrl(download_url)
        await new Promise((resolve) => setTimeout(resolve, SPACING_MS))
      }
    }
    return undefined
  } catch (error) {
    if (endedByRefusal(error)) askForLoginAgain()
    return explainError(error)
  }
}

/** All files of a folder and below, a page of URLs at a time, so that none is over before its turn. @throws ApiError */
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
