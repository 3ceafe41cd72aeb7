import { CODES } from '../../src/lib/contract/envelope.ts'
import { listProviders, readProvider } from '../../src/lib/contract/services/provider.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { findProvider, pageOfProviders } from './public-providers.ts'

export const providerRoutes: Mount[] = [
  route(listProviders, async ({ query, services }) => ({
    result: await pageOfProviders(services.db, query),
  })),

  route(readProvider, async ({ params, services }) => {
    const provider = await findProvider(services.db, params.id)
    if (!provider) throw new Refusal(CODES.none, '没有找到这家服务商')
    return { provider }
  }),
]
