import { listProviders, type PublicProvider, readProvider } from '../contract/provider.ts'
import { request } from './http.ts'

/** Approved since the last build, the last first. */
export async function fetchProviders(category: number, page: number) {
  const { result } = await request(listProviders, {
    query: { category: String(category), page: String(page) },
  })
  return result
}

export async function fetchProvider(id: number): Promise<PublicProvider> {
  const { provider } = await request(readProvider, { params: { id: String(id) } })
  return provider
}
