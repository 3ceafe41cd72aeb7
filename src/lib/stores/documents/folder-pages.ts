/** All files of a folder and below with their addresses, a page at a time. */
import { ask } from '../../api/ask.ts'
import { HttpError, NetworkError } from '../../api/errors.ts'
import type { AnswerOf } from '../../contract/call.ts'
import { downloadFolder } from '../../contract/documents/document.ts'
import { DOWNLOAD_SECONDS } from '../../contract/documents/storage.ts'
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
async function readFolderPage(folderId: number, after: number): Promise<FolderPage> {
  const { companyId } = await requireQuota()
  const page = await ask(downloadFolder, { params: { id: companyId, docId: folderId }, query: { after } })
  return { ...page, after }
}

/** Files of a folder by addresses that hold for minutes, while large files between them take longer. */
const FRESH_MS = DOWNLOAD_SECONDS * 800

export class FolderChanged extends Error {
  override readonly name = 'FolderChanged'

  constructor() {
    super('打包时文件夹内容有变动，请重新下载')
  }
}

interface FreshUrls {
  /** An address that holds, as far as the clocks tell. @throws FolderChanged when the file is gone, or ApiError */
  urlOf: (path: string) => Promise<string>
  renew: () => Promise<void>
}

/** Of a page of a folder, which is read anew when its addresses are about to be over. */
export function freshUrls(folderId: number, first: FolderPage): FreshUrls {
  let page = first
  let age = startClock()

  async function renew(): Promise<void> {
    page = await readFolderPage(folderId, first.after)
    age = startClock()
  }

  async function urlOf(path: string): Promise<string> {
    if (age() > FRESH_MS) await renew()
    const url = page.urls.find(({ name }) => name === path)?.download_url
    if (url === undefined) throw new FolderChanged()
    return url
  }

  return { urlOf, renew }
}

/** In ms. The one clock may stand while the device sleeps, the other be set back. */
function startClock(): () => number {
  const [ms, day] = [performance.now(), Date.now()]
  return () => Math.max(performance.now() - ms, Date.now() - day)
}

/**
 * @returns opens a file of the page by its path; throws FolderChanged when it is gone, the signal's reason, or
 * ApiError
 */
export function openFresh(
  folderId: number,
  first: FolderPage,
  signal: AbortSignal,
): (path: string) => Promise<Response> {
  const { urlOf, renew } = freshUrls(folderId, first)

  async function ask(path: string): Promise<Response> {
    return fetch(await urlOf(path), { signal }).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new NetworkError('no answer of the store', { cause })
    })
  }

  return async (path) => {
    let response = await ask(path)
    if (response.status === 403) {
      // Over after all: while the device sleeps, its clock may stand.
      await renew()
      response = await ask(path)
    }
    if (response.status === 404) throw new FolderChanged()
    if (!response.ok) throw new HttpError(response.status)
    return response
  }
}
