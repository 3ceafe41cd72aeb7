/** A company with its documents in a browser, for tests. */
import { put, tokenFor } from '../storage/testing/upload.ts'
import type { Answer } from './browser.ts'
import type { TestPortal } from './portal.ts'

const API = '/startup/api/v1'

export type Library = Awaited<ReturnType<typeof openLibrary>>

/** @param phone a new one makes a new company */
export async function openLibrary(portal: TestPortal, phone: string) {
  const browser = await portal.loggedIn(phone)
  const companyId: number = (await browser.get('/customer/api/v1/login')).body.data.company_id
  const company = `${API}/company/${companyId}`
  const documents = `${company}/documents`
  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    browser.send(method, path, {
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const upload = async (bytes: string) =>
    put(portal, await tokenFor(browser, 'bucket=documents'), 'object', bytes)
  const addFile = (folder: number, local_name: string, hash_name: string) =>
    send('POST', `${API}/document/files`, { folder, hash_name, local_name, size: 0 })

  return {
    browser,
    companyId,
    documents,
    send,
    upload,
    addFile,
    folderPath: (id: number) => `${company}/document/${id}`,
    filePath: (id: number) => `${API}/document/file/${id}`,
    addFolder: (name: unknown, parent: unknown = null) =>
      send('POST', documents, { name, parent, org_id: 1 }),
    folder: async (name: string, parent: number | null = null): Promise<number> =>
      (await send('POST', documents, { name, parent, org_id: 1 })).body.folder.id,
    /** Uploads and enters a file at once. */
    file: async (folder: number, name: string, bytes = name): Promise<number> =>
      (await addFile(folder, name, await upload(bytes))).body.file.id,
    content: async (id: number) => (await send('GET', `${company}/document/${id}`)).body.result,
    search: (name: string) =>
      send('GET', `${API}/document/search/${companyId}?name=${encodeURIComponent(name)}`),
    read: async (ids: string) => (await send('GET', `${API}/document/files?ids=${ids}`)).body,
    used: async (): Promise<number> => {
      const { body } = await browser.get(`${API}/company/guide`)
      return body.result.company_privilege.file_storage * 1024 ** 2
    },
  }
}
