import { showProvider } from '../../src/lib/contract/operator/additional.ts'
import { listProviders } from '../../src/lib/contract/services/provider.ts'
import { type Mount, route } from '../http/route.ts'
import { findSubmitted, toSubmitted } from '../orders/submitted-orders.ts'
import { pageOfProviders } from './public-providers.ts'
import { setPublication } from './publication.ts'

export const providerRoutes: Mount[] = [
  route(listProviders, async ({ query, services }) => ({
    result: await pageOfProviders(services.db, query),
  })),

  route(showProvider, async ({ params, body, session, services }) => {
    const { db } = services
    await setPublication(services, session.customer, await findSubmitted(db, params.id, ['provider']), body)
    return toSubmitted(db, await findSubmitted(db, params.id, ['provider']))
  }),
]
