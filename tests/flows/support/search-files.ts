/** Asks a built search as the browser does, and weighs what it would load. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readCollection } from '../../../src/lib/content/check/library.ts'
import {
  BLOCK_BYTES,
  PER_PACK,
  resultsPath,
  SEARCH_PATH,
  type SearchFile,
  shardPath,
} from '../../../src/lib/contract/policies/search-files.ts'
import { readShard, shardOf, unpackPostings } from '../../../src/lib/rules/search/postings.ts'
import { planQuery, termsOfPlan } from '../../../src/lib/rules/search/query.ts'
import { blocksOf } from '../../../src/lib/stores/search/data.ts'
import { chooseHits, rankDocuments } from '../../../src/lib/stores/search/rank.ts'

export interface SearchSource {
  file: SearchFile
  /** What lies at a path. */
  read(path: string): Uint8Array
}

export interface LibraryQuery {
  query: string
  kind: 'title' | 'number' | 'term' | 'paraphrase'
  relevant_ids: string[]
  min_hits_top10: number
}

const RESULTS = 10

export function readExport(dist: string): SearchSource {
  const read = (path: string) => readFileSync(join(dist, path))
  return { file: JSON.parse(String(read(SEARCH_PATH))) as SearchFile, read }
}

/** Numbers of the first ten documents, and the bytes (gzip -9) of all that a first query loads for them. */
export function askSearch({ file, read }: SearchSource, query: string) {
  const plan = planQuery(query, file.synonyms)
  const terms = termsOfPlan(plan)
  const needed = new Map<number, Uint8Array>()
  for (const term of terms) {
    const number = shardOf(term, file.shards)
    if (!needed.has(number)) needed.set(number, read(shardPath(file.version, number)))
  }
  const postings = terms.flatMap((term) => {
    const bytes = readShard(needed.get(shardOf(term, file.shards)) ?? new Uint8Array(4)).get(term)
    return bytes ? [[term, unpackPostings(bytes)] as const] : []
  })
  const { id, titleLength } = file.columns
  const index = { documents: id.length, postings: new Map(postings), titleLengths: titleLength }
  const { hits } = chooseHits(rankDocuments(plan, index))
  const documents = hits.slice(0, RESULTS).map(({ document }) => document)
  const results = documents.map((document) => {
    const [start, end] = blocksOf(file, document)
    const pack = read(resultsPath(file.version, Math.floor(document / PER_PACK)))
    return pack.subarray(start * BLOCK_BYTES, end * BLOCK_BYTES)
  })
  const packed = [JSON.stringify(file), ...needed.values()].map((each) => gzipSync(each, { level: 9 }))
  return { documents, bytes: [...packed, ...results].reduce((sum, { length }) => sum + length, 0) }
}

export async function scoreQueries(
  source: SearchSource,
  contentDir: string,
  queries: readonly LibraryQuery[],
) {
  const refs = await refsByDocument(source, contentDir)
  const scored = queries.map(({ query, kind, relevant_ids, min_hits_top10 }) => {
    const found = askSearch(source, query).documents.map((document) => refs[document] ?? '')
    const hits = relevant_ids.filter((ref) => found.includes(ref)).length
    return { kind, enough: hits >= min_hits_top10, first: relevant_ids.includes(found[0] ?? '') }
  })
  const share = (good: number, all: number) => good / Math.max(1, all)
  const exact = scored.filter(({ kind }) => kind === 'title' || kind === 'number')
  return {
    recallAt10: share(scored.filter(({ enough }) => enough).length, scored.length),
    firstPlace: share(exact.filter(({ first }) => first).length, exact.length),
    firstPlaceAll: share(scored.filter(({ first }) => first).length, scored.length),
  }
}

/** The library's own id of each document. */
async function refsByDocument({ file }: SearchSource, contentDir: string): Promise<string[]> {
  const refs = new Map<string, string>()
  for (const name of ['originals', 'interpretations', 'news'] as const) {
    const { entries } = await readCollection(contentDir, name)
    for (const { data } of entries) refs.set(`${name} ${data.id}`, data.ref ?? '')
  }
  const folders: Record<string, string> = { 政策解读: 'interpretations', 政策资讯: 'news' }
  return file.columns.id.map((id, document) => {
    const kind = file.kinds[file.columns.kind[document] ?? 0] ?? ''
    return refs.get(`${folders[kind] ?? 'originals'} ${id}`) ?? ''
  })
}

export function readQueries(path: string): LibraryQuery[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LibraryQuery)
}
