/**
 * The inverted index of all documents, split into shards of a few kilobytes: a query loads those of its terms.
 * Why no engine: with the 398 documents of the real library and the same terms, MiniSearch needs its whole index of
 * 1.5 MB (gzip) before the first answer, and Pagefind's pieces are 34 KB each beside 55 KB of WebAssembly, more
 * than 300 KB for a question of ten pairs; the budget is 150 KB.
 */
import { numberTermsOf } from '../../rules/search/document-number.ts'
import { IMPACTS, packPostings, packShard, postingOf, shardOf } from '../../rules/search/postings.ts'
import { termsOf, titleTermsOf } from '../../rules/search/terms.ts'

export interface SearchedText {
  title: string
  name?: string | undefined
  number: string
  about: string
  body: string
}

/** Okapi BM25, with the parts of a document weighted before saturation (BM25F). */
const WEIGHTS = { title: 5, number: 5, about: 2.5 }
const SATURATION = 1.2
const LENGTH_SHARE = 0.5

/** A query loads about as many shards as it has characters. */
const SHARD_BYTES = 1500
const MAX_SHARDS = 2 ** 15

export interface BuiltIndex {
  shards: Uint8Array[]
  /** Pairs of characters in each title or name, whichever is shorter: how much of it a query covers. */
  titleLengths: number[]
}

export function buildIndex(documents: readonly SearchedText[]): BuiltIndex {
  const postings = new Map<string, number[]>()
  const bodies = documents.map(({ body }) => body.length)
  const average = bodies.reduce((sum, length) => sum + length, 0) / Math.max(1, bodies.length) || 1
  for (const [place, document] of documents.entries()) {
    const weights = new Map<string, number>()
    const add = (term: string, weight: number) => weights.set(term, (weights.get(term) ?? 0) + weight)
    addHead(document, add)
    const inHead = new Set(weights.keys())
    addRest(document, document.body.length / average, add)
    for (const [term, weight] of weights) {
      const impact = Math.max(1, Math.round((weight / (weight + SATURATION)) * IMPACTS))
      const list = postings.get(term) ?? []
      list.push(postingOf(place, inHead.has(term), impact))
      postings.set(term, list)
    }
  }
  return { shards: packShards(postings), titleLengths: documents.map(lengthOf) }
}

function lengthOf({ title, name = title }: SearchedText): number {
  return Math.min(termsOf(title).length, termsOf(name).length)
}

type Add = (term: string, weight: number) => void

function addHead({ title, name = '', number }: SearchedText, add: Add): void {
  const titleTerms = [...titleTermsOf(title), ...numberTermsOf(title)]
  const nameTerms = titleTermsOf(name).filter((term) => !titleTerms.includes(term))
  for (const term of [...titleTerms, ...nameTerms]) add(term, WEIGHTS.title)
  for (const term of [...termsOf(number), ...numberTermsOf(number)]) add(term, WEIGHTS.number)
}

function addRest({ about, body }: SearchedText, relativeLength: number, add: Add): void {
  for (const term of termsOf(about)) add(term, WEIGHTS.about)
  const weight = 1 / (1 - LENGTH_SHARE + LENGTH_SHARE * relativeLength)
  for (const term of [...termsOf(body), ...numberTermsOf(body)]) add(term, weight)
}

function packShards(postings: ReadonlyMap<string, readonly number[]>): Uint8Array[] {
  const packed = [...postings].map(([term, list]) => [term, packPostings(list)] as const)
  const bytes = packed.reduce((sum, [term, list]) => sum + term.length * 3 + 3 + list.length, 0)
  const count = Math.min(MAX_SHARDS, Math.max(1, Math.ceil(bytes / SHARD_BYTES)))
  const shards = Array.from({ length: count }, (): (typeof packed)[number][] => [])
  for (const entry of packed) shards[shardOf(entry[0], count)]?.push(entry)
  return shards.map((entries) => packShard(entries.sort(([a], [b]) => (a < b ? -1 : 1))))
}
