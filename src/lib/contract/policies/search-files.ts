/**
 * The static files of the search below /frontend/search: one small file about all documents, and packs: of the shards of the
 * index, of the results, and of the rest of long texts. The version in the path separates two builds.
 *
 * A browser requests only the bytes of one shard or document from a pack: single files would be most files of a large portal.
 * Documents are JSON, each compressed alone (deflate, without a header).
 */
import * as v from 'valibot'
import type { DocumentFacts } from '../../rules/search/filters.ts'
import type { ApplicationWindow } from '../../rules/time/application-window.ts'
import { DAY_MS } from '../../rules/time/durations.ts'
import { applicationWindow } from './item.ts'

export const SEARCH_PATH = '/frontend/search/index.json'

/** PER_PACK shards of the index. */
export function termsPath(version: string, pack: number): string {
  return `/frontend/search/${version}/terms-${pack}.pack`
}

/** The results of PER_PACK documents. */
export function resultsPath(version: string, pack: number): string {
  return `/frontend/search/${version}/results-${pack}.pack`
}

/** The texts of PER_PACK documents after the piece in the result. */
export function textsPath(version: string, pack: number): string {
  return `/frontend/search/${version}/texts-${pack}.pack`
}

export const PER_PACK = 50

/**
 * A shard or result begins at a multiple of it with its compressed length (32 bits, little-endian) and is padded with zeros:
 * this needs a quarter of the bytes of exact lengths in the file about all documents, which every query loads.
 */
export const BLOCK_BYTES = 128
export const LENGTH_BYTES = 4

/** Characters at the start of a text, about 2 KB compressed; every first query loads ten of them. */
export const OPENING_LENGTH = 2000
/** Characters of each further piece. */
export const PIECE_LENGTH = 5000

const place = v.pipe(v.number(), v.integer(), v.minValue(0))
const names = v.array(v.string())
/** Indexes in a list of names. */
const places = v.union([place, v.array(place)])

/** Each column has one entry per document; the documents are sorted by day, newest first. */
export const searchFile = v.object({
  version: v.string(),
  /** Blocks of each shard. */
  shards: v.pipe(v.array(place), v.minLength(1)),
  synonyms: v.record(v.string(), names),
  kinds: names,
  regions: v.array(v.tuple([v.string(), v.string()])),
  themes: names,
  departments: names,
  claims: names,
  windows: v.array(applicationWindow),
  columns: v.object({
    kind: v.array(place),
    region: v.array(place),
    theme: v.array(places),
    department: v.array(places),
    /** Days since the document before, the first since 1970-01-01 and counted down; null without a date, at the end. */
    age: v.array(v.nullable(place)),
    /** Index in `claims` plus one; 0 for none. */
    claim: v.array(place),
    /** Index in `windows` plus one; 0 for none. */
    window: v.array(place),
    /** 1 for a document that is no longer in force. */
    over: v.optional(v.array(place), []),
    interpretation: v.optional(v.array(place), []),
    titleLength: v.array(place),
    /** Blocks of its result. */
    blocks: v.array(place),
  }),
})

export type SearchFile = v.InferOutput<typeof searchFile>

const figure = v.object({
  support: v.exactOptional(v.string()),
  lead: v.exactOptional(v.string()),
  from: v.exactOptional(v.string()),
  change: v.exactOptional(v.string()),
  number: v.string(),
  unit: v.exactOptional(v.string()),
  per: v.exactOptional(v.string()),
  look: v.exactOptional(v.picklist(['word', 'long'])),
})

export const searchResult = v.object({
  /** Page id. */
  id: place,
  /** The name in rows. */
  title: v.string(),
  /** The whole title, if it differs. */
  full: v.exactOptional(v.string()),
  number: v.exactOptional(v.string()),
  place: v.string(),
  from: v.exactOptional(v.string()),
  gist: v.exactOptional(v.string()),
  figure: v.exactOptional(figure),
  /** 草稿, 已废止, 摘编 */
  marks: v.exactOptional(v.array(v.string())),
  /** The page that shows a product; a document has its own page, by its kind and id. */
  page: v.exactOptional(v.pipe(v.string(), v.startsWith('/'))),
  /** Page id of the original that 关注 follows; none for news. */
  policy: v.exactOptional(place),
  text: v.string(),
  /** Starts of the following pieces in the pack of texts, and the end of the last; empty for none. */
  further: v.array(place),
})

export const textPiece = v.string()

export type SearchResult = v.InferOutput<typeof searchResult>

/** Returns the pack of a shard or document. */
export function packOf(place: number): number {
  return Math.floor(place / PER_PACK)
}

/** Returns where the bytes of a shard or document begin and end in its pack. @param blocks of all of them */
export function bytesOf(blocks: readonly number[], place: number): [start: number, end: number] {
  const before = blocks.slice(packOf(place) * PER_PACK, place)
  const start = before.reduce((sum, count) => sum + count, 0)
  return [start * BLOCK_BYTES, (start + (blocks[place] ?? 0)) * BLOCK_BYTES]
}

/** @param blocks of one shard or document, as they lie in the pack */
export function withoutFilling(blocks: Uint8Array): Uint8Array {
  if (blocks.length < LENGTH_BYTES) return blocks
  const length = new DataView(blocks.buffer, blocks.byteOffset).getUint32(0, true)
  return blocks.subarray(LENGTH_BYTES, LENGTH_BYTES + length)
}

export function factsOf(file: SearchFile): DocumentFacts[] {
  const { columns } = file
  let day = 0
  return columns.kind.map((_, place): DocumentFacts => {
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
      isOver: columns.over[place] === 1,
      interpretation: columns.interpretation[place] ?? 0,
    }
  })
}

function namesAt(names: readonly string[], places: number | readonly number[] = []): string[] {
  return [places].flat().flatMap((place) => names[place] ?? [])
}

function windowAt({ windows, columns, kinds }: SearchFile, place: number): ApplicationWindow | undefined {
  const window = windows[(columns.window[place] ?? 0) - 1]
  if (window) return window
  return kinds[columns.kind[place] ?? -1] === '政策解读' ? { kind: 'unknown' } : undefined
}
