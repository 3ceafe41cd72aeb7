/** A provider that was approved after the last build, as its page shows it. */
import { atom } from 'nanostores'
import { explainError, RefusedError } from '../api/errors.ts'
import { fetchProvider } from '../api/provider.ts'
import { CODES } from '../contract/envelope.ts'
import type { PublicProvider } from '../contract/provider.ts'
import { loadRegionNames } from './region-names.ts'

export type ProviderState =
  | { status: 'loading' }
  | { status: 'ready'; provider: PublicProvider }
  | { status: 'none' }
  | { status: 'failed'; text: string }

export const $provider = atom<ProviderState>({ status: 'loading' })

/** @param path /enterprise/{category}/{id} */
export async function openProvider(path: string): Promise<void> {
  const id = Number(path.split('/')[3])
  $provider.set({ status: 'loading' })
  try {
    const provider = await fetchProvider(id)
    $provider.set({ status: 'ready', provider })
    loadRegionNames(provider.regions)
  } catch (error) {
    const isNone = error instanceof RefusedError && [CODES.none, CODES.invalid].includes(error.code as 404)
    $provider.set(isNone ? { status: 'none' } : { status: 'failed', text: explainError(error) })
  }
}
