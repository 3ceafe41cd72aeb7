import { readFile, stat } from 'node:fs/promises'
import * as v from 'valibot'
import { catalogue } from '../../src/lib/contract/policies/catalogue.ts'
import type { Log } from '../log.ts'
import { compileCatalogue, type KeptCatalogue } from './kept-catalogue.ts'

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

export function catalogueFile(path: string, log: Log): LoadCatalogue {
  return builtFile({ path, read: readCatalogue, empty: EMPTY, event: 'catalogue-unreadable' }, log)
}

interface BuiltFile<Value> {
  path: string
  read: (path: string) => Promise<Value>
  empty: Value
  event: string
}

/** Returns a loader that reads a changed file of the build again; for an unreadable file it returns the last value and warns once. */
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
  return () => {
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }
}
