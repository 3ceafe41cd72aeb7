/** Loaded parts of the search: data on all documents, postings and texts on demand. Nothing loads twice. */
import * as v from 'valibot'
import { ContractError, HttpError } from '../../api/errors.ts'
import { readStaticFile, readStaticRange } from '../../api/static-file.ts'
import {
  bytesOf,
  factsOf,
  packOf,
  resultsPath,
  SEARCH_PATH,
  type SearchFile,
  type SearchResult,
  searchFile,
  searchResult,
  termsPath,
  textPiece,
  textsPath,
  withoutFilling,
} from '../../contract/policies/search-files.ts'
import type { DocumentFacts } from '../../rules/search/filters.ts'
import { type Postings, readShard, type Shard, shardOf, unpackPostings } from '../../rules/search/postings.ts'

export interface Library {
  file: SearchFile
  facts: readonly DocumentFacts[]
  regionNames: ReadonlyMap<string, string>
}

let library: Promise<Library> | undefined
const loaded = new Map<string, Promise<unknown>>()

/** One load per address; failed ones may be repeated. */
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
  const loading = readStaticFile(SEARCH_PATH, searchFile).then((file) => ({
    file,
    facts: factsOf(file),
    regionNames: new Map(file.regions),
  }))
  library = loading
  loading.catch(() => {
    library = undefined
  })
  return loading
}

/** Restarts once when a file is gone, because the portal was rebuilt while this page was open. */
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

/** Loads the postings of existing terms. */
export async function loadPostings(
  { file }: Library,
  terms: readonly string[],
): Promise<Map<string, Postings>> {
  const count = file.shards.length
  const numbers = new Set(terms.map((term) => shardOf(term, count)))
  const shards = new Map<number, Shard>()
  await Promise.all(
    [...numbers].map(async (shard) => {
      shards.set(shard, await once(`shard ${shard}`, () => loadShard(file, shard)))
    }),
  )
  const found = terms.flatMap((term): [string, Postings][] => {
    const bytes = shards.get(shardOf(term, count))?.get(term)
    return bytes ? [[term, unpackPostings(bytes)]] : []
  })
  return new Map(found)
}

async function loadShard({ version, shards }: SearchFile, shard: number): Promise<Shard> {
  const path = termsPath(version, packOf(shard))
  const bytes = await loadBlocks(path, shards, shard)
  try {
    return readShard(bytes)
  } catch (cause) {
    throw new ContractError(path, { cause })
  }
}

export function loadResult({ file }: Library, document: number): Promise<SearchResult> {
  return once(`result ${document}`, async () => {
    const path = resultsPath(file.version, packOf(document))
    return unpack(path, await loadBlocks(path, file.columns.blocks, document), searchResult)
  })
}

/** Loads the n-th following piece of a document's text, from 0. */
export async function loadPiece(library: Library, document: number, piece: number): Promise<string> {
  const { further } = await loadResult(library, document)
  return once(`text ${document} ${piece}`, async () => {
    const path = textsPath(library.file.version, packOf(document))
    const bytes = await readStaticRange(path, further[piece] ?? 0, further[piece + 1] ?? 0)
    return unpack(path, bytes, textPiece)
  })
}

async function loadBlocks(path: string, blocks: readonly number[], place: number): Promise<Uint8Array> {
  return withoutFilling(await readStaticRange(path, ...bytesOf(blocks, place)))
}

/** @throws {ContractError} */
async function unpack<S extends v.GenericSchema>(path: string, packed: Uint8Array, schema: S) {
  const bytes = new Blob([new Uint8Array(packed)]).stream()
  try {
    const json = await new Response(bytes.pipeThrough(new DecompressionStream('deflate-raw'))).json()
    return v.parse(schema, json)
  } catch (cause) {
    throw new ContractError(path, { cause })
  }
}
