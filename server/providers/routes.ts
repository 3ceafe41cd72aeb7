import { listProviders } from '../../src/lib/contract/services/provider.ts'
import { type Mount, route } from '../http/route.ts'
import { pageOfProviders } from './public-providers.ts'

export const providerRoutes: Mount[] = [
  route(listProviders, async ({ query, services }) => ({
    result: await pageOfProviders(services.db, query),
  })),
]
