import { listProviders, type PublicProvider, readProvider } from '../contract/provider.ts'
import { request } from './http.ts'

/** Where everybody reads what came of an application; undefined: nowhere. */
export async function fetchProviderOf(poid: number, category: number): Promise<PublicProvider | undefined> {
  const query = { category: String(category), poid: String(poid) }
  const { result } = await request(listProviders, { query })
  return result.items[0]
}

export async function fetchProvider(id: number): Promise<PublicProvider> {
  const { provider } = await request(readProvider, { params: { id: String(id) } })
  return provider
}
