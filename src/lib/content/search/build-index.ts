/**
 * The inverted index of all documents, cut into shards of a few kilobytes: a query loads those of its terms.
 *
 * Why no engine: with the 398 documents of the real library and the same terms, MiniSearch needs its whole index of
 * 1.5 MB (gzip) before the first answer, and Pagefind's pieces are 34 KB each beside 55 KB of WebAssembly, which is
 * more than 300 KB for a question of ten pairs; the budget is 150 KB.
 */
import { numberTermsOf } from '../../rules/search/document-number.ts'
import { IMPACTS, packPostings, packShard, postingOf, shardOf } from '../../rules/search/postings.ts'
import { termsOf, titleTermsOf } from '../../rules/search/terms.ts'

/** What is searched of a document. */
export interface SearchedText {
  title: string
  /** What people call it, where that is not the title. */
  name?: string | undefined
  number: string
  /** 发文机关, 地区, 主题 and the like. */
  about: string
  body: string
}

/** Okapi BM25, with the parts of a document weighed before saturation (BM25F). */
const WEIGHTS = { title: 5, number: 5, about: 2.5 }
const SATURATION = 1.2
const LENGTH_SHARE = 0.5

/** A query loads about as many shards as it has characters. */
const SHARD_BYTES = 3500
const MAX_SHARDS = 4096

export interface BuiltIndex {
  shards: Uint8Array[]
  /** Pairs of characters in each title or name, whichever is shorter, for how much of it a query says. */
  titleLengths: number[]
}

export function buildIndex(documents: readonly SearchedText[]): BuiltIndex {
  const bodies = documents.map(({ body }) => body.length)
  const average = bodies.reduce((sum, length) => sum + length, 0) / Math.max(1, bodies.length) || 1
  const postings = new Map<string, number[]>()
  for (const [number, document] of documents.entries()) {
    const { weights, head } = weighTerms(document, (bodies[number] ?? 0) / average)
    for (const [term, weight] of weights) {
      const impact = Math.max(1, Math.round((weight / (weight + SATURATION)) * IMPACTS))
      const posting = postingOf(number, head.has(term), impact)
      const list = postings.get(term)
      if (list) list.push(posting)
      else postings.set(term, [posting])
    }
  }
  return { shards: packShards(postings), titleLengths: documents.map(lengthOf) }
}

function lengthOf({ title, name = title }: SearchedText): number {
  return Math.min(termsOf(title).length, termsOf(name).length)
}

/** The weight of each term before saturation, and the terms of title and number. */
function weighTerms({ title, name = '', number, about, body }: SearchedText, relativeLength: number) {
  const weights = new Map<string, number>()
  const add = (terms: readonly string[], weight: number) => {
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + weight)
  }
  const titleTerms = [...titleTermsOf(title), ...numberTermsOf(title)]
  add([...titleTerms, ...titleTermsOf(name).filter((term) => !titleTerms.includes(term))], WEIGHTS.title)
  add([...termsOf(number), ...numberTermsOf(number)], WEIGHTS.number)
  const head = new Set(weights.keys())
  add(termsOf(about), WEIGHTS.about)
  const bodyWeight = 1 / (1 - LENGTH_SHARE + LENGTH_SHARE * relativeLength)
  add(termsOf(body), bodyWeight)
  add(numberTermsOf(body), bodyWeight)
  return { weights, head }
}

function packShards(postings: ReadonlyMap<string, readonly number[]>): Uint8Array[] {
  const packed = [...postings].map(([term, list]) => [term, packPostings(list)] as const)
  const bytes = packed.reduce((sum, [term, list]) => sum + term.length * 3 + 3 + list.length, 0)
  const count = Math.min(MAX_SHARDS, Math.max(1, Math.ceil(bytes / SHARD_BYTES)))
  const shards = Array.from({ length: count }, (): (typeof packed)[number][] => [])
  for (const entry of packed) shards[shardOf(entry[0], count)]?.push(entry)
  return shards.map((terms) => packShard(terms.sort(([a], [b]) => (a < b ? -1 : 1))))
}
