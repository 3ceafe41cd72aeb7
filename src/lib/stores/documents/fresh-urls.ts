/** Files of a folder by addresses that hold for minutes, while large files between them take longer. */
import { HttpError, NetworkError } from '../../api/errors.ts'
import { DOWNLOAD_SECONDS } from '../../contract/storage.ts'
import { type FolderPage, readFolderPage } from './download.ts'

const FRESH_MS = DOWNLOAD_SECONDS * 800

export class FolderChanged extends Error {
  override readonly name = 'FolderChanged'

  constructor() {
    super('打包时文件夹里的内容有变动，请重新下载')
  }
}

/** @returns opens a file of the page by its path; throws FolderChanged when it is gone, or ApiError */
export function openFresh(folderId: number, first: FolderPage): (path: string) => Promise<Response> {
  let page = first
  let askedMs = performance.now()

  async function renew(): Promise<void> {
    page = await readFolderPage(folderId, first.page)
    askedMs = performance.now()
  }

  function ask(path: string): Promise<Response> {
    const url = page.urls.find(({ name }) => name === path)?.download_url
    if (url === undefined) throw new FolderChanged()
    return fetch(url).catch((cause: unknown) => {
      throw new NetworkError('no answer of the store', { cause })
    })
  }

  return async (path) => {
    if (performance.now() - askedMs > FRESH_MS) await renew()
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
