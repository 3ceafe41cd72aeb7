/** What the search has loaded so far: what is known of all documents, postings and texts by need. Nothing comes twice. */
import { ContractError, HttpError } from '../../api/errors.ts'
import { readStaticBytes, readStaticFile } from '../../api/static-file.ts'
import {
  resultPath,
  SEARCH_PATH,
  type SearchFile,
  type SearchResult,
  searchFile,
  searchResult,
  shardPath,
  textPath,
  textPiece,
} from '../../contract/policies/search-files.ts'
import { type Postings, readShard, type Shard, shardOf, unpackPostings } from '../../rules/search/postings.ts'
import type { ApplicationWindow } from '../../rules/time/application-window.ts'
import { DAY_MS } from '../../rules/time/durations.ts'
import { readWindow } from '../../rules/time/window-use.ts'
import type { DocumentFacts } from './facets.ts'

export interface Library {
  file: SearchFile
  facts: readonly DocumentFacts[]
  regionNames: ReadonlyMap<string, string>
}

let library: Promise<Library> | undefined
const loaded = new Map<string, Promise<unknown>>()

/** One loading per address; what failed may be tried again. */
function once<Value>(key: string, load: () => Promise<Value>): Promise<Value> {
  const known = loaded.get(key) as Promise<Value> | undefined
  if (known) return known
  const loading = load()
  loaded.set(key, loading)
  loading.catch(() => loaded.delete(key))
  return loading
}

/** @throws {ApiError} */
export function loadLibrary(): Promise<Library> {
  if (library) return library
  const loading = readStaticFile(SEARCH_PATH, searchFile).then(toLibrary)
  library = loading
  loading.catch(() => {
    library = undefined
  })
  return loading
}

/** A file that is gone means that the portal was built anew while this page was open: begin again, once. */
export async function withFreshLibrary<Value>(work: (library: Library) => Promise<Value>): Promise<Value> {
  try {
    return await work(await loadLibrary())
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 404) throw error
    library = undefined
    loaded.clear()
    return work(await loadLibrary())
  }
}

/** The postings of those terms that occur anywhere. */
export async function loadPostings(
  { file }: Library,
  terms: readonly string[],
): Promise<Map<string, Postings>> {
  const numbers = new Set(terms.map((term) => shardOf(term, file.shards)))
  const shards = new Map<number, Shard>()
  await Promise.all(
    [...numbers].map(async (shard) => {
      shards.set(shard, await once(`shard ${shard}`, () => loadShard(shardPath(file.version, shard))))
    }),
  )
  const found = terms.flatMap((term): [string, Postings][] => {
    const bytes = shards.get(shardOf(term, file.shards))?.get(term)
    return bytes ? [[term, unpackPostings(bytes)]] : []
  })
  return new Map(found)
}

async function loadShard(path: string): Promise<Shard> {
  const bytes = await readStaticBytes(path)
  try {
    return readShard(bytes)
  } catch (cause) {
    throw new ContractError(path, { cause })
  }
}

export function loadResult({ file }: Library, document: number): Promise<SearchResult> {
  return once(`result ${document}`, () => readStaticFile(resultPath(file.version, document), searchResult))
}

/** A further piece of a document's text, from 1. */
export function loadPiece({ file }: Library, document: number, piece: number): Promise<string> {
  return once(`text ${document} ${piece}`, () =>
    readStaticFile(textPath(file.version, document, piece), textPiece),
  )
}

function toLibrary(file: SearchFile): Library {
  const { columns } = file
  let day = 0
  const facts = columns.id.map((_, place): DocumentFacts => {
    const age = columns.age[place] ?? null
    if (age !== null) day = place === 0 ? age : day - age
    return {
      kind: file.kinds[columns.kind[place] ?? 0] ?? '',
      region: file.regions[columns.region[place] ?? 0]?.[0] ?? '',
      themes: namesAt(file.themes, columns.theme[place]),
      departments: namesAt(file.departments, columns.department[place]),
      day: age === null ? '' : new Date(day * DAY_MS).toISOString().slice(0, 10),
      claim: file.claims[(columns.claim[place] ?? 0) - 1] ?? '',
      window: windowAt(file, place),
    }
  })
  return { file, facts, regionNames: new Map(file.regions) }
}

function namesAt(names: readonly string[], places: number | readonly number[] = []): string[] {
  return [places].flat().flatMap((place) => names[place] ?? [])
}

function windowAt({ windows, columns, kinds }: SearchFile, place: number): ApplicationWindow | undefined {
  const written = windows[(columns.window[place] ?? 0) - 1]
  if (written !== undefined) return readWindow(written)
  return kinds[columns.kind[place] ?? -1] === '政策解读' ? { kind: 'unknown' } : undefined
}
