import { changeOperatorName } from '../../src/lib/contract/operator/name.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

export function addOperatorNameRoutes(app: App): void {
  route(app, changeOperatorName, async ({ body: { name }, session, services: { db } }) => {
    await db.updateTable('customers').set({ name }).where('id', '=', session.customer.id).execute()
    return { data: { name } }
  })
}
