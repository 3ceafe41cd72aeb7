/**
 * The inverted index of all documents, split into shards of a few kilobytes: a query loads those of its terms.
 * Why no engine: with the 398 documents of the real library and the same terms, MiniSearch needs its whole index of
 * 1.5 MB (gzip) before the first answer, and Pagefind's pieces are 34 KB each beside 55 KB of WebAssembly, more
 * than 300 KB for a question of ten pairs; the budget is 150 KB.
 */
import { numberTermsOf } from '../../rules/search/document-number.ts'
import {
  IMPACTS,
  packPostings,
  packShard,
  postingOf,
  shardOf,
  subjectOf,
  withSubject,
} from '../../rules/search/postings.ts'
import { readTerms, termsOf, titleTermsOf } from '../../rules/search/terms.ts'

/** The searched texts of a document. */
export interface SearchedText {
  title: string
  /** The common name, if different from the title. */
  name?: string | undefined
  number: string
  /** 发文机关, 地区, 主题 and similar. */
  about: string
  body: string
}

/** Okapi BM25, with the parts of a document weighted before saturation (BM25F). */
const WEIGHTS = { title: 5, number: 5, about: 2.5 }
const SATURATION = 1.2
const LENGTH_SHARE = 0.5

/**
 * A query loads about as many shards as it has characters. The file about all documents contains the size of each
 * shard.
 */
const SHARD_BYTES = 1500
const MAX_SHARDS = 2 ** 15

export interface BuiltIndex {
  shards: Uint8Array[]
  /** Pairs of characters in each title or name, whichever is shorter: how much of it a query covers. */
  titleLengths: number[]
}

export function buildIndex(documents: readonly SearchedText[]): BuiltIndex {
  const vocabulary = new Vocabulary()
  const bodies = documents.map(({ body }) => body.length)
  const average = bodies.reduce((sum, length) => sum + length, 0) / Math.max(1, bodies.length) || 1
  // Weight of each term in the current document.
  const weights: number[] = []
  // Postings of terms by document, before they are sorted by term.
  const said = documents.map((document) => {
    const terms: number[] = []
    const add = (term: number, weight: number) => {
      const before = weights[term] ?? 0
      if (before === 0) terms.push(term)
      weights[term] = before + weight
    }
    addHead(document, vocabulary, add)
    const inHead = terms.length
    addRest(document, document.body.length / average, vocabulary, add)
    return Uint32Array.from(terms, (term, place) => {
      const weight = weights[term] ?? 0
      weights[term] = 0
      const impact = Math.max(1, Math.round((weight / (weight + SATURATION)) * IMPACTS))
      return postingOf(term, place < inHead, impact)
    })
  })
  return {
    shards: packShards(vocabulary.terms(), sortByTerm(said, vocabulary.size)),
    titleLengths: documents.map(lengthOf),
  }
}

/** Returns the postings of each term in the order of the documents. */
function sortByTerm(said: readonly Uint32Array[], terms: number): Uint32Array[] {
  const counts = new Uint32Array(terms)
  for (const list of said) for (const posting of list) count(counts, subjectOf(posting))
  const all = new Uint32Array(said.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  const lists = Array.from(counts, (length) => {
    const start = end
    end += length
    return all.subarray(start, end)
  })
  counts.fill(0)
  for (const [document, list] of said.entries()) {
    for (const posting of list) {
      const term = subjectOf(posting)
      const sorted = lists[term] ?? all
      sorted[count(counts, term)] = withSubject(posting, document)
    }
  }
  return lists
}

/** @returns the count before this one */
function count(counts: Uint32Array, term: number): number {
  const before = counts[term] ?? 0
  counts[term] = before + 1
  return before
}

/** Numbers the terms in the order of their first occurrence. */
class Vocabulary {
  size = 0
  readonly #words = new Map<string, number>()
  /** A slot contains two code units and their number plus one, or 0; on a collision a pair uses the next slot. */
  #places = new Uint32Array(2 * 2 ** 16)
  #pairs = 0

  of(term: string): number {
    if (term.length === 2) return this.ofPair(term.charCodeAt(0), term.charCodeAt(1))
    const known = this.#words.get(term)
    if (known !== undefined) return known
    this.#words.set(term, this.size)
    return this.size++
  }

  /** A document has thousands of pairs, which take a quarter of a build to count with a map of strings. */
  ofPair(first: number, second: number): number {
    const pair = ((first << 16) | second) >>> 0
    const place = this.#placeOf(pair)
    const known = this.#places[place + 1] ?? 0
    if (known > 0) return known - 1
    const number = this.size++
    this.#places[place] = pair
    this.#places[place + 1] = number + 1
    this.#pairs += 1
    if (this.#pairs * 4 > this.#places.length) this.#grow()
    return number
  }

  terms(): string[] {
    const terms = new Array<string>(this.size)
    for (const [term, number] of this.#words) terms[number] = term
    for (let place = 0; place < this.#places.length; place += 2) {
      const pair = this.#places[place] ?? 0
      const known = this.#places[place + 1] ?? 0
      if (known > 0) terms[known - 1] = String.fromCharCode(pair >>> 16, pair & 0xffff)
    }
    return terms
  }

  #placeOf(pair: number): number {
    const last = this.#places.length - 1
    // Multiplication by a large odd number separates neighbours (Knuth); the low bits vary least.
    const spread = Math.imul(pair, 0x9e3779b1)
    let place = ((spread ^ (spread >>> 15)) * 2) & last
    while (this.#places[place + 1] !== 0 && this.#places[place] !== pair) place = (place + 2) & last
    return place
  }

  #grow(): void {
    const old = this.#places
    this.#places = new Uint32Array(old.length * 2)
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] === 0) continue
      const place = this.#placeOf(old[at] ?? 0)
      this.#places.set(old.subarray(at, at + 2), place)
    }
  }
}

function lengthOf({ title, name = title }: SearchedText): number {
  return Math.min(termsOf(title).length, termsOf(name).length)
}

type Add = (term: number, weight: number) => void

function addHead({ title, name = '', number }: SearchedText, vocabulary: Vocabulary, add: Add): void {
  const titleTerms = [...titleTermsOf(title), ...numberTermsOf(title)]
  const nameTerms = titleTermsOf(name).filter((term) => !titleTerms.includes(term))
  for (const term of [...titleTerms, ...nameTerms]) add(vocabulary.of(term), WEIGHTS.title)
  for (const term of [...termsOf(number), ...numberTermsOf(number)]) add(vocabulary.of(term), WEIGHTS.number)
}

function addRest(
  { about, body }: SearchedText,
  relativeLength: number,
  vocabulary: Vocabulary,
  add: Add,
): void {
  for (const term of termsOf(about)) add(vocabulary.of(term), WEIGHTS.about)
  const weight = 1 / (1 - LENGTH_SHARE + LENGTH_SHARE * relativeLength)
  readTerms(body, {
    pair: (first, second) => add(vocabulary.ofPair(first, second), weight),
    word: (term) => add(vocabulary.of(term), weight),
  })
  for (const term of numberTermsOf(body)) add(vocabulary.of(term), weight)
}

function packShards(terms: readonly string[], postings: readonly Uint32Array[]): Uint8Array[] {
  const packed = terms.map((term, number) => [term, packPostings(postings[number] ?? [])] as const)
  const bytes = packed.reduce((sum, [term, list]) => sum + term.length * 3 + 3 + list.length, 0)
  const count = Math.min(MAX_SHARDS, Math.max(1, Math.ceil(bytes / SHARD_BYTES)))
  const shards = Array.from({ length: count }, (): (typeof packed)[number][] => [])
  for (const entry of packed) shards[shardOf(entry[0], count)]?.push(entry)
  return shards.map((entries) => packShard(entries.sort(([a], [b]) => (a < b ? -1 : 1))))
}
