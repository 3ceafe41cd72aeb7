/** Queries a built search as the browser does. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import { readCollection } from '../../../src/lib/content/check/library.ts'
import {
  bytesOf,
  factsOf,
  PER_PACK,
  resultsPath,
  SEARCH_PATH,
  type SearchFile,
  searchResult,
  termsPath,
  withoutFilling,
} from '../../../src/lib/contract/policies/search-files.ts'
import type { DocumentFacts } from '../../../src/lib/rules/search/filters.ts'
import { readShard, shardOf, unpackPostings } from '../../../src/lib/rules/search/postings.ts'
import { planQuery, termsOfPlan } from '../../../src/lib/rules/search/query.ts'
import { chooseHits, type Hit, rankDocuments, sortHits } from '../../../src/lib/rules/search/rank.ts'
import { chinaDay } from '../../../src/lib/rules/time/china-day.ts'

export interface SearchSource {
  file: SearchFile
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

function firstTen(source: SearchSource, query: string) {
  const { file } = source
  const plan = planQuery(query, file.synonyms)
  const terms = termsOfPlan(plan)
  const numberOf = (term: string) => shardOf(term, file.shards.length)
  const shards = new Map(terms.map((term) => [numberOf(term), shardBytes(source, numberOf(term))]))
  const postings = terms.flatMap((term) => {
    const bytes = readShard(withoutFilling(shards.get(numberOf(term)) ?? new Uint8Array())).get(term)
    return bytes ? [[term, unpackPostings(bytes)] as const] : []
  })
  const { kind, titleLength } = file.columns
  const index = { documents: kind.length, postings: new Map(postings), titleLengths: titleLength }
  const facts = factsOf(file)
  const factsOfHit = ({ document }: Hit) => facts[document] as DocumentFacts
  const { hits: chosen } = chooseHits(rankDocuments(plan, index))
  const hits = sortHits(chosen, 'relevance', factsOfHit, chinaDay(new Date()))
  return hits.slice(0, RESULTS).map(({ document }) => document)
}

function shardBytes({ file, read }: SearchSource, shard: number): Uint8Array {
  const path = termsPath(file.version, Math.floor(shard / PER_PACK))
  return read(path).subarray(...bytesOf(file.shards, shard))
}

function resultBytes({ file, read }: SearchSource, document: number): Uint8Array {
  const path = resultsPath(file.version, Math.floor(document / PER_PACK))
  return read(path).subarray(...bytesOf(file.columns.blocks, document))
}

export async function scoreQueries(
  source: SearchSource,
  contentDir: string,
  queries: readonly LibraryQuery[],
) {
  const refs = await refsByDocument(source, contentDir)
  const scored = queries.map(({ query, kind, relevant_ids, min_hits_top10 }) => {
    const found = firstTen(source, query).map((document) => refs[document] ?? '')
    const hits = relevant_ids.filter((ref) => found.includes(ref)).length
    return {
      query,
      kind,
      found,
      enough: hits >= min_hits_top10,
      first: relevant_ids.includes(found[0] ?? ''),
    }
  })
  const share = (good: number, all: number) => good / Math.max(1, all)
  const isExact = ({ kind }: { kind: LibraryQuery['kind'] }) => kind === 'title' || kind === 'number'
  const exact = scored.filter(isExact)
  return {
    missed: scored
      .filter((each) => !each.enough || (isExact(each) && !each.first))
      .map(({ query, found }) => `${query}: ${found.slice(0, 5).join(', ')}`),
    recallAt10: share(scored.filter(({ enough }) => enough).length, scored.length),
    firstPlace: share(exact.filter(({ first }) => first).length, exact.length),
    firstPlaceAll: share(scored.filter(({ first }) => first).length, scored.length),
  }
}

/** Returns the id of each document in its imported library; for original content, collection and number: interpretations 28. */
async function refsByDocument(source: SearchSource, contentDir: string): Promise<string[]> {
  const refs = new Map<string, string>()
  for (const name of ['originals', 'interpretations', 'news'] as const) {
    const { entries } = await readCollection(contentDir, name)
    for (const { data } of entries) refs.set(`${name} ${data.id}`, data.ref ?? `${name} ${data.id}`)
  }
  const folders: Record<string, string> = { 政策解读: 'interpretations', 政策资讯: 'news' }
  return source.file.columns.kind.map((kind, document) => {
    const text = String(inflateRawSync(withoutFilling(resultBytes(source, document))))
    const { id, page } = v.parse(searchResult, JSON.parse(text))
    if (page !== undefined) return ''
    return refs.get(`${folders[source.file.kinds[kind] ?? ''] ?? 'originals'} ${id}`) ?? ''
  })
}
