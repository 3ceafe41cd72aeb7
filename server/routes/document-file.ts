import {
  addFile,
  changeFile,
  deleteFile,
  downloadFile,
  readFiles,
  replaceFile,
  searchDocuments,
} from '../../src/lib/contract/documents/document-file.ts'
import { fileUrl } from '../documents/download.ts'
import { type FileKey, filesOf, toFile } from '../documents/file-rows.ts'
import { removeFile, updateFile } from '../documents/files.ts'
import { refuseForeign } from '../documents/refusals.ts'
import { findDocuments } from '../documents/search.ts'
import { replaceStoredFile, storeFile } from '../documents/store-file.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import type { Session } from '../sessions/sessions.ts'

export function addDocumentFileRoutes(app: App): void {
  route(app, addFile, ({ body, session, services }) => storeFile(services, session.customer.company_id, body))

  route(app, readFiles, async ({ query, session, services }) => {
    const rows = await filesOf(services.db, session.customer.company_id)
      .where('document_files.id', 'in', query.ids)
      .orderBy('document_files.id')
      .execute()
    return { result: { items: rows.map(toFile) } }
  })

  route(app, replaceFile, ({ params, body, session, services }) =>
    replaceStoredFile(services, toKey(session, params.id), body),
  )

  route(app, changeFile, ({ params, body, session, services }) =>
    updateFile(services.db, toKey(session, params.id), body, services.now()),
  )

  route(app, deleteFile, async ({ params, session, services }) => ({
    size: await removeFile(services.db, toKey(session, params.id), services.now()),
  }))

  route(app, searchDocuments, async ({ params, query, session, services }) => {
    refuseForeign(session, params.id)
    return { result: await findDocuments(services.db, params.id, query.name) }
  })

  route(app, downloadFile, async ({ params, session, services }) => ({
    download_url: await fileUrl(services, toKey(session, params.id)),
  }))
}

function toKey({ customer }: Session, fileId: number): FileKey {
  return { companyId: customer.company_id, fileId }
}
