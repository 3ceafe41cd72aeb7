/** The policies of the last build, as the pages show them: `frontend/data/catalogue.json` of the static export. */
import { readFile, stat } from 'node:fs/promises'
import * as v from 'valibot'
import { catalogue } from '../../src/lib/contract/policies/catalogue.ts'
import type { Log } from '../log.ts'
import { compileCatalogue, type KeptCatalogue } from './kept-catalogue.ts'

/** @throws when the file cannot be read, is not whole, or breaks the contract: the message then names the place */
async function readCatalogue(path: string): Promise<KeptCatalogue> {
  const input: unknown = JSON.parse(await readFile(path, 'utf8'))
  const { success, output, issues } = v.safeParse(catalogue, input, { abortEarly: true })
  if (success) return compileCatalogue(output)
  throw new TypeError(`${v.getDotPath(issues[0]) ?? ''}: ${issues[0].message}`)
}

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

/** A loader of the catalogue; empty at first. */
export function catalogueFile(path: string, log: Log): LoadCatalogue {
  return builtFile({ path, read: readCatalogue, empty: EMPTY, event: 'catalogue-unreadable' }, log)
}

interface BuiltFile<Value> {
  path: string
  read: (path: string) => Promise<Value>
  /** Until the file can be read for the first time. */
  empty: Value
  /** Name of the warning. */
  event: string
}

/**
 * A loader that reads a file of the build again when it has changed. The API stays up without a build: an unreadable file
 * gives what was read last, and one warning until it is readable again.
 */
export function builtFile<Value>(
  { path, read, empty, event }: BuiltFile<Value>,
  log: Log,
): () => Promise<Value> {
  let loaded = empty
  let version = ''
  let warned = false
  let loading: Promise<Value> | undefined

  const load = async () => {
    try {
      const { mtimeMs, size } = await stat(path)
      const found = `${mtimeMs}/${size}`
      if (found !== version) {
        loaded = await read(path)
        version = found
      }
      warned = false
    } catch (error) {
      if (!warned) log({ level: 'warn', event, path, error: String(error) })
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
