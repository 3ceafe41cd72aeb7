import { listProviders, type PublicProvider, readProvider } from '../contract/services/provider.ts'
import { ask } from './ask.ts'

/** Where everybody reads what came of an application; undefined: nowhere. */
export async function fetchProviderOf(poid: number, category: number): Promise<PublicProvider | undefined> {
  const query = { category: String(category), poid: String(poid) }
  const { result } = await ask(listProviders, { query })
  return result.items[0]
}

export async function fetchProvider(id: number): Promise<PublicProvider> {
  const { provider } = await ask(readProvider, { params: { id: String(id) } })
  return provider
}
