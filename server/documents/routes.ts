import { readCompanyGuide } from '../../src/lib/contract/account/company-guide.ts'
import {
  addFolder,
  changeFolder,
  deleteFolder,
  downloadFolder,
  listTopFolders,
  patchFolder,
  readFolder,
} from '../../src/lib/contract/documents/document.ts'
import {
  addFile,
  changeFile,
  deleteFile,
  downloadFile,
  readFiles,
  replaceFile,
  searchDocuments,
} from '../../src/lib/contract/documents/document-file.ts'
import { answerElsewhere } from '../http/answer.ts'
import { type Mount, route } from '../http/route.ts'
import type { Session } from '../sessions/sessions.ts'
import { companyGuide } from './company-guide.ts'
import { fileUrl, folderUrls } from './download.ts'
import { type FileKey, filesOf, toFile } from './file-rows.ts'
import { removeFile, replaceStoredFile, storeFile, updateFile } from './files.ts'
import { createFolder, folderContent, removeFolder, topFolders, updateFolder } from './folders.ts'
import { findDocuments } from './search.ts'
import { type FolderKey, refuseForeign } from './tree.ts'

export const documentRoutes: Mount[] = [
  route(readCompanyGuide, async ({ session, services }) => ({
    result: await companyGuide(services.db, session.customer.company_id),
  })),

  route(listTopFolders, async ({ params, session, services }) => {
    refuseForeign(session, params.id)
    return { result: { items: await topFolders(services.db, params.id) } }
  }),

  route(addFolder, async ({ params, body, session, services }) => {
    refuseForeign(session, params.id)
    return { folder: await createFolder(services.db, params.id, body, services.now()) }
  }),

  route(readFolder, async ({ params, session, services }) => ({
    result: await folderContent(services.db, toFolderKey(session, params)),
  })),

  ...[changeFolder, patchFolder].map((call) =>
    route(call, async ({ params, body, session, services }) => ({
      folder: await updateFolder(services.db, toFolderKey(session, params), body),
    })),
  ),

  route(deleteFolder, async ({ params, session, services }) => ({
    size: await removeFolder(services.db, toFolderKey(session, params), services.now()),
  })),

  route(downloadFolder, ({ params, query, session, services }) =>
    folderUrls(services, toFolderKey(session, params), query.after),
  ),

  route(addFile, ({ body, session, services }) => storeFile(services, session.customer.company_id, body)),

  route(readFiles, async ({ query, session, services }) => {
    const rows = await filesOf(services.db, session.customer.company_id)
      .where('document_files.id', 'in', query.ids)
      .orderBy('document_files.id')
      .execute()
    return { result: { items: rows.map(toFile) } }
  }),

  route(replaceFile, ({ params, body, session, services }) =>
    replaceStoredFile(services, toFileKey(session, params.id), body),
  ),

  route(changeFile, ({ params, body, session, services }) =>
    updateFile(services, toFileKey(session, params.id), body),
  ),

  route(deleteFile, async ({ params, session, services }) => ({
    size: await removeFile(services.db, toFileKey(session, params.id), services.now()),
  })),

  route(searchDocuments, async ({ params, query, session, services }) => {
    refuseForeign(session, params.id)
    return { result: await findDocuments(services.db, params.id, query.name) }
  }),

  route(downloadFile, async ({ params, query, session, services, context }) => {
    const download_url = await fileUrl(services, toFileKey(session, params.id))
    return query.save ? answerElsewhere(context, download_url) : { download_url }
  }),
]

function toFolderKey(session: Session, { id, docId }: { id: number; docId: number }): FolderKey {
  refuseForeign(session, id)
  return { companyId: id, folderId: docId }
}

function toFileKey({ customer }: Session, fileId: number): FileKey {
  return { companyId: customer.company_id, fileId }
}
