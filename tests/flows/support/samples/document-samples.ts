import { randomUUID } from 'node:crypto'
import { adoptObject } from '../../../../server/storage/objects.ts'
import { tokenFor, upload } from '../../../../server/storage/testing/upload.ts'
import { addFile, addFolder, type Company, named, putObject } from '../company.ts'
import { type MakeSample, naming, namingNothing } from '../sample.ts'

const inFolder: MakeSample = async (company) =>
  naming({ id: company.id, docId: (await addFile(company)).folder }, (params) => ({ params }))

const movingFolder: MakeSample = async (company) =>
  naming(
    { id: company.id, docId: await addFolder(company), parent: await addFolder(company) },
    ({ parent, ...params }) => ({ params, body: { name: randomUUID(), parent } }),
  )

const file: MakeSample = async (company) =>
  naming({ id: (await addFile(company)).id }, (params) => ({ params }))

export const DOCUMENT_SAMPLES: Readonly<Record<string, MakeSample>> = {
  listTopFolders: async (company) => {
    await addFolder(company)
    return naming({ id: company.id }, (params) => ({ params }))
  },
  addFolder: async (company) =>
    naming({ id: company.id, parent: await addFolder(company) }, ({ id, parent }) => ({
      params: { id },
      body: { name: randomUUID(), parent },
    })),
  readFolder: inFolder,
  changeFolder: movingFolder,
  patchFolder: movingFolder,
  deleteFolder: inFolder,
  downloadFolder: inFolder,
  addFile: async (company) =>
    naming({ folder: await addFolder(company), key: await putObject(company) }, ({ folder, key }) => ({
      body: { folder, ...named(company, key) },
    })),
  replaceFile: async (company) =>
    naming(
      {
        id: (await addFile(company)).id,
        folder: await addFolder(company),
        key: await putObject(company),
      },
      ({ id, folder, key }) => ({ params: { id }, body: { folder, ...named(company, key) } }),
    ),
  changeFile: async (company) =>
    naming({ id: (await addFile(company)).id, folder: await addFolder(company) }, ({ id, folder }) => ({
      params: { id },
      body: { name: `${randomUUID()}.pdf`, folder },
    })),
  readFiles: async (company) =>
    naming({ id: (await addFile(company)).id }, ({ id }) => ({ query: { ids: String(id) } })),
  deleteFile: file,
  downloadFile: file,
  searchDocuments: async (company) => {
    await addFile(company)
    return naming({ id: company.id }, (params) => ({ params, query: { name: '机密' } }))
  },
  readCompanyGuide: async () => namingNothing(),
  getUploadToken: async (company) =>
    naming({ key: await uploadPrefix(company) }, ({ key }) => ({ query: { bucket: 'documents', key } })),
  'getUploadToken for a new upload': async () => namingNothing({ query: { bucket: 'documents', size: 100 } }),
  cancelUpload: async (company) => naming({ key: await uploadPrefix(company) }, (body) => ({ body })),
  downloadStatic: async (company) => {
    const { portal, browser, id } = company
    const key = await upload(portal, browser, company.secret, 'static')
    const services = { db: portal.db, storage: portal.storage, now: () => portal.clock.ms }
    await adoptObject(services, id, { hash_name: key, bucket: 'static' })
    return naming({ key }, toDownload)
  },
  downloadDocument: async (company) => naming({ key: (await addFile(company)).key }, toDownload),
}

async function uploadPrefix({ browser }: Company): Promise<string> {
  return (await tokenFor(browser, 'bucket=documents&size=100')).key
}

function toDownload({ key }: { key: string }) {
  return { body: { filename_local: '文件.pdf', filename_server: key } }
}
