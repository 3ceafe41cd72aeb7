import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import {
  BLOCK_BYTES,
  LENGTH_BYTES,
  PER_PACK,
  resultsPath,
  type SearchFile,
  type SearchResult,
  termsPath,
  textsPath,
} from '../../contract/policies/search-files.ts'
import { provinceOf } from '../../rules/regions.ts'
import { PRODUCT_KINDS } from '../../rules/search/filters.ts'
import type { Synonyms } from '../../rules/search/synonyms.ts'
import type { ApplicationWindow } from '../../rules/time/application-window.ts'
import { daysBetween } from '../../rules/time/china-day.ts'
import { regionName } from '../regions.ts'
import { CLAIM_WAYS, ORIGINAL_KINDS } from '../schema/documents.ts'
import { THEMES } from '../schema/fields.ts'
import { buildIndex, type SearchedText } from './build-index.ts'
import { piecesOf } from './text.ts'

export interface SearchDocument {
  id: number
  kind: string
  region: string
  themes: readonly string[]
  departments: readonly string[]
  claim?: string | undefined
  day: string
  window?: ApplicationWindow | undefined
  isOver?: boolean
  searched: SearchedText
  text: string
  result: Omit<SearchResult, 'id' | 'text' | 'further'>
}

export interface SearchFiles {
  file: SearchFile
  packed: ReadonlyMap<string, Uint8Array>
}

const KINDS = ['政策解读', '政策资讯', ...ORIGINAL_KINDS, ...PRODUCT_KINDS]
const EPOCH = '1970-01-01'

/** `documents` are sorted by day, newest first. */
export function makeSearchFiles(documents: readonly SearchDocument[], synonyms: Synonyms): SearchFiles {
  const { shards: built, titleLengths } = buildIndex(documents.map(({ searched }) => searched))
  const shards = built.map(intoBlocks)
  const packs = inPacks(documents).map(packDocuments)
  // Documents are counted by province, so the names of provinces are included.
  const regions = distinct(documents.flatMap(({ region }) => [region, provinceOf(region)])).sort()
  const departments = distinct(documents.flatMap((document) => document.departments))
  const windows = distinct(documents.flatMap(({ window }) => (window ? JSON.stringify(window) : [])))
  const about = {
    shards: shards.map(countBlocks),
    synonyms,
    kinds: KINDS,
    regions: regions.map((code): [string, string] => [code, regionName(code)]),
    themes: [...THEMES],
    departments,
    claims: [...CLAIM_WAYS],
    windows: windows.map((window): ApplicationWindow => JSON.parse(window)),
    columns: {
      kind: documents.map(({ kind }) => KINDS.indexOf(kind)),
      region: documents.map(({ region }) => regions.indexOf(region)),
      theme: documents.map(({ themes }) => short(themes.map((name) => THEMES.indexOf(name as never)))),
      department: placesIn(departments, documents),
      age: agesOf(documents.map(({ day }) => day)),
      claim: documents.map(({ claim }) => 1 + CLAIM_WAYS.indexOf(claim as never)),
      window: documents.map(({ window }) => 1 + windows.indexOf(JSON.stringify(window))),
      over: documents.map(({ isOver }) => Number(isOver ?? false)),
      interpretation: documents.map(({ kind, id }) => (kind === '政策解读' ? id : 0)),
      titleLength: titleLengths,
      blocks: packs.flatMap(({ blocks }) => blocks),
    },
  }
  const version = hashOf(about, [...shards, ...packs.flatMap(({ results, texts }) => [results, texts])])
  const packed = new Map([
    ...inPacks(shards).map((pack, number) => [termsPath(version, number), Buffer.concat(pack)] as const),
    ...packs.flatMap(({ results, texts }, pack) => [
      [resultsPath(version, pack), results] as const,
      ...(texts.length > 0 ? [[textsPath(version, pack), texts] as const] : []),
    ]),
  ])
  return { file: { version, ...about }, packed }
}

interface Pack {
  results: Uint8Array
  texts: Uint8Array
  blocks: number[]
}

function inPacks<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / PER_PACK)
  return Array.from({ length: count }, (_, pack) => items.slice(pack * PER_PACK, (pack + 1) * PER_PACK))
}

function packDocuments(documents: readonly SearchDocument[]): Pack {
  const results: Uint8Array[] = []
  const texts: Uint8Array[] = []
  let end = 0
  for (const { id, result, text: whole } of documents) {
    const [text = '', ...pieces] = piecesOf(whole)
    const further = pieces.length > 0 ? [end] : []
    for (const piece of pieces) {
      const bytes = pack(piece)
      texts.push(bytes)
      end += bytes.length
      further.push(end)
    }
    results.push(intoBlocks(pack({ id, ...result, text, further } satisfies SearchResult)))
  }
  return { results: Buffer.concat(results), texts: Buffer.concat(texts), blocks: results.map(countBlocks) }
}

function pack(content: unknown): Uint8Array {
  return deflateRawSync(JSON.stringify(content), { level: 9 })
}

function intoBlocks(packed: Uint8Array): Uint8Array {
  const length = Math.ceil((LENGTH_BYTES + packed.length) / BLOCK_BYTES) * BLOCK_BYTES
  const blocks = Buffer.alloc(length)
  blocks.writeUInt32LE(packed.length)
  blocks.set(packed, LENGTH_BYTES)
  return blocks
}

function countBlocks(blocks: Uint8Array): number {
  return blocks.length / BLOCK_BYTES
}

function placesIn(
  departments: readonly string[],
  documents: readonly SearchDocument[],
): (number | number[])[] {
  const places = new Map(departments.map((name, place) => [name, place]))
  return documents.map((document) => short(document.departments.map((name) => places.get(name) ?? 0)))
}

/** Most documents have one; a list of one is written as the number itself. */
function short(places: number[]): number | number[] {
  const [first, ...more] = places
  return first !== undefined && more.length === 0 ? first : places
}

function agesOf(days: readonly string[]): (number | null)[] {
  return days.map((day, index) => {
    if (day === '') return null
    const before = days[index - 1]
    return before === undefined ? daysBetween(EPOCH, day) : daysBetween(day, before)
  })
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)]
}

function hashOf(about: unknown, packed: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(JSON.stringify(about))
  for (const bytes of packed) hash.update(bytes)
  return hash.digest('hex').slice(0, 10)
}
