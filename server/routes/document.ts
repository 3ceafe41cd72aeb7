import {
  addFolder,
  changeFolder,
  deleteFolder,
  downloadFolder,
  listTopFolders,
  patchFolder,
  readFolder,
} from '../../src/lib/contract/documents/document.ts'
import { folderUrls } from '../documents/download.ts'
import type { FolderKey } from '../documents/folder-rows.ts'
import { createFolder, folderContent, topFolders, updateFolder } from '../documents/folders.ts'
import { refuseForeign } from '../documents/refusals.ts'
import { removeFolder } from '../documents/remove-folder.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import type { Session } from '../sessions/sessions.ts'

export function addDocumentRoutes(app: App): void {
  route(app, listTopFolders, async ({ params, session, services }) => {
    refuseForeign(session, params.id)
    return { result: { items: await topFolders(services.db, params.id) } }
  })

  route(app, addFolder, async ({ params, body, session, services }) => {
    refuseForeign(session, params.id)
    return { folder: await createFolder(services.db, params.id, body, services.now()) }
  })

  route(app, readFolder, async ({ params, session, services }) => ({
    result: await folderContent(services.db, toKey(session, params)),
  }))

  for (const call of [changeFolder, patchFolder]) {
    route(app, call, async ({ params, body, session, services }) => ({
      folder: await updateFolder(services.db, toKey(session, params), body),
    }))
  }

  route(app, deleteFolder, async ({ params, session, services }) => ({
    size: await removeFolder(services.db, toKey(session, params), services.now()),
  }))

  route(app, downloadFolder, ({ params, query, session, services }) =>
    folderUrls(services, toKey(session, params), query.after),
  )
}

function toKey(session: Session, { id, docId }: { id: number; docId: number }): FolderKey {
  refuseForeign(session, id)
  return { companyId: id, folderId: docId }
}
