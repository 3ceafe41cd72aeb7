import {
  addServiceFile,
  deleteServiceFile,
  replaceServiceFile,
  resubmitServiceFile,
} from '../../src/lib/contract/orders/service-file.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { addFile, deleteFile, replaceFile } from '../orders/service-files.ts'

export function addServiceFileRoutes(app: App): void {
  route(app, addServiceFile, async ({ body: { order_id, ...file }, session, services }) => ({
    file: await addFile(services, session.customer, order_id, file),
  }))

  route(app, replaceServiceFile, async ({ params, body, session, services }) => ({
    file: await replaceFile(services, session.customer, params.id, body, false),
  }))

  route(app, resubmitServiceFile, async ({ params, body, session, services }) => ({
    file: await replaceFile(services, session.customer, params.id, body, true),
  }))

  route(app, deleteServiceFile, async ({ params, session, services }) => {
    await deleteFile(services, session.customer, params.id)
    return {}
  })
}
