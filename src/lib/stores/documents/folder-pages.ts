/** All files of a folder and below with their addresses, a page at a time. */
import { ask } from '../../api/ask.ts'
import type { AnswerOf } from '../../contract/call.ts'
import { downloadFolder } from '../../contract/documents/document.ts'
import { requireQuota } from './storage-quota.ts'

export type FolderPage = AnswerOf<typeof downloadFolder> & {
  /** The file that the page begins behind; it is read anew from there, whatever was deleted meanwhile. */
  after: number
}

/** So that no address is over before its turn. @throws ApiError */
export async function* folderPages(folderId: number): AsyncGenerator<FolderPage, void> {
  for (let after: number | null = 0; after !== null; ) {
    const page: FolderPage = await readFolderPage(folderId, after)
    yield page
    after = page.next
  }
}

/** @throws ApiError */
export async function readFolderPage(folderId: number, after: number): Promise<FolderPage> {
  const { companyId } = await requireQuota()
  const page = await ask(downloadFolder, { params: { id: companyId, docId: folderId }, query: { after } })
  return { ...page, after }
}
