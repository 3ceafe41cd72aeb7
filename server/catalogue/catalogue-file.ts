/** The policies of the last build, as the pages show them: `frontend/data/catalogue.jsonl` of the static export. */
import { stat } from 'node:fs/promises'
import type { Log } from '../log.ts'
import type { KeptCatalogue } from './kept-catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

export type LoadCatalogue = () => Promise<KeptCatalogue>

const EMPTY: KeptCatalogue = {
  built_at: new Date(0).toISOString(),
  news: [],
  policies: [],
  items: [],
  logos: [],
  providers: [],
  funds: [],
  loans: [],
}

/**
 * A loader that reads the file again when it has changed. The API stays up without a build: an unreadable file
 * gives what was read last, an empty catalogue at first, and one warning until it is readable again.
 */
export function catalogueFile(path: string, log: Log): LoadCatalogue {
  let loaded = EMPTY
  let version = ''
  let warned = false
  let loading: Promise<KeptCatalogue> | undefined

  const load = async () => {
    try {
      const { mtimeMs, size } = await stat(path)
      const found = `${mtimeMs}/${size}`
      if (found !== version) {
        loaded = await readCatalogue(path)
        version = found
      }
      warned = false
    } catch (error) {
      if (!warned) log({ level: 'warn', event: 'catalogue-unreadable', path, error: String(error) })
      warned = true
    }
    return loaded
  }
  // Requests that come together share one look at the file: it may be large.
  return () => {
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }
}
