/** The facts of every document, from the search files of the static export, so that conditions find the same as on pages. */
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import type { Condition } from '../../src/lib/contract/account/saved-search.ts'
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
  withoutFilling,
} from '../../src/lib/contract/policies/search-files.ts'
import {
  type DocumentFacts,
  passesFilters,
  passesList,
  type RowFacts,
} from '../../src/lib/rules/search/filters.ts'
import { readShard, shardOf, unpackPostings } from '../../src/lib/rules/search/postings.ts'
import { planQuery, termsOfPlan } from '../../src/lib/rules/search/query.ts'
import { isComplete, rankDocuments } from '../../src/lib/rules/search/rank.ts'
import type { Log } from '../log.ts'
import { builtFile } from './catalogue-file.ts'

export type DocumentKind = 'item' | 'original' | 'news'

export interface KnownDocument {
  kind: DocumentKind
  id: number
  title: string
  gist: string
  facts: DocumentFacts
  row: RowFacts
}

export interface SearchLibrary {
  documents: readonly KnownDocument[]
  regionNames: ReadonlyMap<string, string>
  /** Returns the documents that contain every word; similar words do not count. */
  holding: (words: string) => Promise<ReadonlySet<KnownDocument>>
}

export type LoadLibrary = () => Promise<SearchLibrary>

const PAGES: Readonly<Record<DocumentKind, string>> = {
  item: '/pmanagement',
  original: '/review',
  news: '/information/consultation',
}

export function pageOfDocument({ kind, id }: Pick<KnownDocument, 'kind' | 'id'>): string {
  return `${PAGES[kind]}/${id}`
}

const KINDS_OF_LISTS = { interpretations: 'item', originals: 'original', news: 'news' } as const

/** Returns the documents of `among` that match a condition, newest first. @param today YYYY-MM-DD in China */
export async function documentsFor(
  { documents, holding }: SearchLibrary,
  condition: Condition,
  today: string,
  among: readonly KnownDocument[] = documents,
): Promise<KnownDocument[]> {
  const { list } = condition
  if (list !== 'search') {
    return among.filter(({ kind, row }) => kind === KINDS_OF_LISTS[list] && passesList(row, condition, today))
  }
  const held = condition.q === '' ? undefined : await holding(condition.q)
  const query = { ...condition, sort: 'relevance', page: 1 } as const
  return among.filter(
    (document) => (held?.has(document) ?? true) && passesFilters(document.facts, query, today),
  )
}

const EMPTY: SearchLibrary = { documents: [], regionNames: new Map(), holding: async () => new Set() }

export function searchLibrary(distDir: string, log: Log): LoadLibrary {
  const read = () => readLibrary(distDir)
  return builtFile({ path: join(distDir, SEARCH_PATH), read, empty: EMPTY, event: 'search-unreadable' }, log)
}

async function readLibrary(distDir: string): Promise<SearchLibrary> {
  const file = v.parse(searchFile, JSON.parse(await readFile(join(distDir, SEARCH_PATH), 'utf8')))
  const facts = factsOf(file)
  // Products are no documents: no list and no message has them.
  const known: (KnownDocument | undefined)[] = []
  let pack = Buffer.of()
  for (const [place, each] of facts.entries()) {
    const path = resultsPath(file.version, packOf(place))
    if (place === 0 || packOf(place) !== packOf(place - 1)) {
      pack = await readFile(join(distDir, path))
      await letOthersRun()
    }
    const packed = withoutFilling(pack.subarray(...bytesOf(file.columns.blocks, place)))
    const result = v.parse(searchResult, JSON.parse(String(inflateRawSync(packed))))
    known.push(result.page === undefined ? toDocument(result, each) : undefined)
  }
  return {
    documents: known.flatMap((document) => document ?? []),
    regionNames: new Map(file.regions),
    holding: async (words) =>
      new Set((await findHolding(distDir, file, words)).flatMap((place) => known[place] ?? [])),
  }
}

const NAMED_KINDS: Readonly<Record<string, DocumentKind>> = { 政策解读: 'item', 政策资讯: 'news' }

function toDocument(result: SearchResult, facts: DocumentFacts): KnownDocument {
  const { id, title, full = '', number = '', gist = '', from = '', figure } = result
  const kind = NAMED_KINDS[facts.kind] ?? 'original'
  // The same as in the rows of the lists.
  const text = { item: [gist, ...facts.themes], original: [number], news: [gist] }[kind]
  return {
    kind,
    id,
    title,
    gist: gist || [from, number].filter(Boolean).join(' '),
    facts,
    row: {
      text: [title, full, ...text].join(' '),
      region: facts.region,
      themes: [...facts.themes],
      support: figure?.support ?? '',
      department: facts.departments.join('、'),
      kind: facts.kind,
      window: facts.window ?? { kind: 'unknown' },
      published: facts.day,
    },
  }
}

async function findHolding(distDir: string, file: SearchFile, words: string): Promise<number[]> {
  const plan = planQuery(words, file.synonyms)
  const terms = termsOfPlan(plan)
  const count = file.shards.length
  const numbers = [...new Set(terms.map((term) => shardOf(term, count)))]
  const shards = new Map(
    await Promise.all(
      numbers.map(async (number) => {
        const path = join(distDir, termsPath(file.version, packOf(number)))
        const bytes = await readRange(path, ...bytesOf(file.shards, number))
        return [number, readShard(withoutFilling(bytes))] as const
      }),
    ),
  )
  const postings = terms.flatMap((term) => {
    const bytes = shards.get(shardOf(term, count))?.get(term)
    return bytes ? [[term, unpackPostings(bytes)] as const] : []
  })
  const { kind, titleLength } = file.columns
  const hits = rankDocuments(plan, {
    documents: kind.length,
    postings: new Map(postings),
    titleLengths: titleLength,
  })
  return hits.filter(isComplete).map(({ document }) => document)
}

async function readRange(path: string, start: number, end: number): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(new Uint8Array(end - start), 0, end - start, start)
    return buffer
  } finally {
    await file.close()
  }
}
