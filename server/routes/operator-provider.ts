import { showProvider } from '../../src/lib/contract/operator/provider.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { findSubmitted, toSubmitted } from '../orders/submitted-orders.ts'
import { setPublication } from '../providers/publication.ts'

export function addOperatorProviderRoutes(app: App): void {
  route(app, showProvider, async ({ params, body, session, services }) => {
    const { db } = services
    await setPublication(services, session.customer, await findSubmitted(db, params.id, ['provider']), body)
    return toSubmitted(db, await findSubmitted(db, params.id, ['provider']))
  })
}
