import {
  cancelUpload,
  downloadDocument,
  downloadStatic,
  getUploadToken,
} from '../../src/lib/contract/documents/storage.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import * as closing from '../storage/close-upload.ts'
import { downloadUrl } from '../storage/download-url.ts'
import * as uploads from '../storage/uploads.ts'

export function addStorageRoutes(app: App): void {
  route(app, getUploadToken, async ({ query: { bucket, size, key, new_key }, session, services }) => {
    const companyId = session.customer.company_id
    const data =
      key === undefined
        ? await uploads.openUpload(services, companyId, { bucket, size, prefix: new_key })
        : await uploads.renewUpload(services, companyId, { bucket, prefix: key })
    return { data }
  })

  route(app, cancelUpload, async ({ body, session, services }) => {
    await closing.cancelUpload(services, session.customer.company_id, body.key)
    return {}
  })

  route(app, downloadStatic, async ({ body, session, services }) => ({
    download_url: await downloadUrl(services, session.customer, body, 'static'),
  }))

  route(app, downloadDocument, async ({ body, session, services }) => ({
    download_url: await downloadUrl(services, session.customer, body, 'documents'),
  }))
}
