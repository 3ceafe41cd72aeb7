/** The files of the search as the build writes them. */
import { createHash } from 'node:crypto'
import type { SearchFile, SearchResult } from '../../contract/policies/search-files.ts'
import { provinceOf } from '../../rules/regions.ts'
import type { Synonyms } from '../../rules/search/synonyms.ts'
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
  /** YYYY-MM-DD or empty. */
  day: string
  /** As the files of the search write it; none for what cannot be applied for. */
  window?: string | undefined
  searched: SearchedText
  /** What excerpts are cut from. */
  text: string
  result: Omit<SearchResult, 'text' | 'further'>
}

export interface SearchFiles {
  file: SearchFile
  shards: Uint8Array[]
  results: SearchResult[]
  /** The further pieces of each document's text. */
  pieces: string[][]
}

const KINDS = ['政策解读', '政策资讯', ...ORIGINAL_KINDS]
const EPOCH = '1970-01-01'

/** `documents` are sorted by day, newest first. */
export function makeSearchFiles(documents: readonly SearchDocument[], synonyms: Synonyms): SearchFiles {
  const { shards, titleLengths } = buildIndex(documents.map(({ searched }) => searched))
  const texts = documents.map(({ text }) => piecesOf(text))
  const pieces = texts.map((text) => text.slice(1))
  const results = documents.map(({ result }, number): SearchResult => {
    const [text = '', ...more] = texts[number] ?? []
    return { ...result, text, further: more.length }
  })
  // Documents are counted by province, so each province has its name here, too.
  const regions = distinct(documents.flatMap(({ region }) => [region, provinceOf(region)])).sort()
  const departments = distinct(documents.flatMap((document) => document.departments))
  const windows = distinct(documents.flatMap(({ window }) => window ?? []))
  const about = {
    shards: shards.length,
    synonyms,
    kinds: KINDS,
    regions: regions.map((code): [string, string] => [code, regionName(code)]),
    themes: [...THEMES],
    departments,
    claims: [...CLAIM_WAYS],
    windows,
    columns: {
      id: documents.map(({ id }) => id),
      kind: documents.map(({ kind }) => KINDS.indexOf(kind)),
      region: documents.map(({ region }) => regions.indexOf(region)),
      theme: documents.map(({ themes }) => short(themes.map((name) => THEMES.indexOf(name as never)))),
      department: placesIn(departments, documents),
      age: agesOf(documents.map(({ day }) => day)),
      claim: documents.map(({ claim }) => 1 + CLAIM_WAYS.indexOf(claim as never)),
      window: documents.map(({ window }) => 1 + (window === undefined ? -1 : windows.indexOf(window))),
      titleLength: titleLengths,
    },
  }
  return { file: { version: hashOf([about, results, pieces], shards), ...about }, shards, results, pieces }
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

function hashOf(written: readonly unknown[], shards: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(JSON.stringify(written))
  for (const shard of shards) hash.update(shard)
  return hash.digest('hex').slice(0, 10)
}
