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

/** A query loads about as many shards as it has characters. Of each shard the file about all documents says how large it is. */
const SHARD_BYTES = 1500
const MAX_SHARDS = 2 ** 15

export interface BuiltIndex {
  shards: Uint8Array[]
  /** Pairs of characters in each title or name, whichever is shorter, for how much of it a query says. */
  titleLengths: number[]
}

export function buildIndex(documents: readonly SearchedText[]): BuiltIndex {
  const bodies = documents.map(({ body }) => body.length)
  const average = bodies.reduce((sum, length) => sum + length, 0) / Math.max(1, bodies.length) || 1
  const vocabulary = new Map<string, number>()
  // Of each term, by its number in the vocabulary: its postings, and its weight in the document of the moment.
  const postings: number[][] = []
  const weights: number[] = []
  for (const [number, document] of documents.entries()) {
    const terms: number[] = []
    const add = (added: readonly string[], weight: number) => {
      for (const text of added) {
        let term = vocabulary.get(text)
        if (term === undefined) {
          term = vocabulary.size
          vocabulary.set(text, term)
          postings.push([])
          weights.push(0)
        }
        if (weights[term] === 0) terms.push(term)
        weights[term] = (weights[term] ?? 0) + weight
      }
    }
    addHead(document, add)
    const inHead = terms.length
    addRest(document, (bodies[number] ?? 0) / average, add)
    for (const [place, term] of terms.entries()) {
      const weight = weights[term] ?? 0
      const impact = Math.max(1, Math.round((weight / (weight + SATURATION)) * IMPACTS))
      postings[term]?.push(postingOf(number, place < inHead, impact))
      weights[term] = 0
    }
  }
  return { shards: packShards(vocabulary, postings), titleLengths: documents.map(lengthOf) }
}

function lengthOf({ title, name = title }: SearchedText): number {
  return Math.min(termsOf(title).length, termsOf(name).length)
}

type Add = (terms: readonly string[], weight: number) => void

/** Title and number. */
function addHead({ title, name = '', number }: SearchedText, add: Add): void {
  const titleTerms = [...titleTermsOf(title), ...numberTermsOf(title)]
  add([...titleTerms, ...titleTermsOf(name).filter((term) => !titleTerms.includes(term))], WEIGHTS.title)
  add([...termsOf(number), ...numberTermsOf(number)], WEIGHTS.number)
}

function addRest({ about, body }: SearchedText, relativeLength: number, add: Add): void {
  add(termsOf(about), WEIGHTS.about)
  const bodyWeight = 1 / (1 - LENGTH_SHARE + LENGTH_SHARE * relativeLength)
  add(termsOf(body), bodyWeight)
  add(numberTermsOf(body), bodyWeight)
}

function packShards(
  vocabulary: ReadonlyMap<string, number>,
  postings: readonly (readonly number[])[],
): Uint8Array[] {
  const packed = [...vocabulary].map(
    ([term, number]) => [term, packPostings(postings[number] ?? [])] as const,
  )
  const bytes = packed.reduce((sum, [term, list]) => sum + term.length * 3 + 3 + list.length, 0)
  const count = Math.min(MAX_SHARDS, Math.max(1, Math.ceil(bytes / SHARD_BYTES)))
  const shards = Array.from({ length: count }, (): (typeof packed)[number][] => [])
  for (const entry of packed) shards[shardOf(entry[0], count)]?.push(entry)
  return shards.map((terms) => packShard(terms.sort(([a], [b]) => (a < b ? -1 : 1))))
}
