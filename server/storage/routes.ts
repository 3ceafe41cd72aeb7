import {
  cancelUpload,
  downloadDocument,
  downloadStatic,
  getUploadToken,
} from '../../src/lib/contract/documents/storage.ts'
import { type Mount, route, sharedRoute } from '../http/route.ts'
import { downloadUrl } from './download-url.ts'
import * as uploads from './uploads.ts'

export const storageRoutes: Mount[] = [
  route(getUploadToken, async ({ query: { bucket, size, key, new_key }, session, services }) => {
    const { customer } = session
    const data =
      key === undefined
        ? await uploads.openUpload(services, customer, { bucket, size, prefix: new_key })
        : await uploads.renewUpload(services, customer, { bucket, prefix: key })
    return { data }
  }),

  route(cancelUpload, async ({ body, session, services }) => {
    await uploads.cancelUpload(services, session.customer.company_id, body.key)
    return {}
  }),

  sharedRoute(downloadStatic, async ({ body, session, context }) => ({
    download_url: await downloadUrl(context, session.customer, body, 'static'),
  })),

  sharedRoute(downloadDocument, async ({ body, session, context }) => ({
    download_url: await downloadUrl(context, session.customer, body, 'documents'),
  })),
]
