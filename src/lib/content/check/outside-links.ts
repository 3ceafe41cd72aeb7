/**
 * Outside addresses in the content, and the results of `npm run content:links`, which are stored beside the caches
 * for the next run and the editors' overview.
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import * as v from 'valibot'
import { contentPaths } from '../load/content-files.ts'
import { bodyLinks, parseMarkdownFile } from '../load/markdown-file.ts'
import { parseYamlFields } from '../load/yaml-fields.ts'

export interface Place {
  file: string
  line: number
  /** source.url, or 正文. */
  field: string
}

export interface OutsideLink {
  /** Without the fragment. */
  address: string
  places: Place[]
}

/** State of an address; `later`: its host asked for a pause until then. */
export const LINK_STATES = {
  fine: '能打开',
  moved: '永久搬到了新地址',
  gone: '页面没有了',
  silent: '没有回应',
  refuses: '不让程序访问（请人打开看）',
  later: '对方要求稍后再来',
  inside: '指向内部地址，没有访问',
} as const

export type LinkState = keyof typeof LINK_STATES

const moment = v.pipe(v.string(), v.isoTimestamp())
const linkResult = v.object({
  state: v.picklist(Object.keys(LINK_STATES) as LinkState[]),
  /** Times of the last request, and of the first one with this state. */
  at: moment,
  since: moment,
  /** HTTP status, or the error in words. */
  why: v.optional(v.string()),
  /** For `moved`: the new address. */
  to: v.optional(v.string()),
  /** For `later`. */
  until: v.optional(moment),
})
const linkResults = v.record(v.string(), linkResult)

export type LinkResult = v.InferOutput<typeof linkResult>
export type LinkResults = Record<string, LinkResult>

/** Returns the path of the results. */
export function linkResultsFile(cacheDir: string): string {
  return join(cacheDir, 'content-links.json')
}

/** Returns no results if none or only invalid ones are stored. */
export function readLinkResults(file: string): LinkResults {
  try {
    return v.parse(linkResults, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}

/** Returns every address of a content folder, in fields and texts, including drafts and files with other mistakes. */
export async function outsideLinks(contentDir: string): Promise<OutsideLink[]> {
  const found = new Map<string, Place[]>()
  for (const path of [
    ...(await contentPaths(contentDir, '.md')),
    ...(await contentPaths(contentDir, '.yaml')),
  ]) {
    const file = relative(process.cwd(), path)
    for (const { address, ...place } of linksOf(file, await readFile(path, 'utf8'))) {
      const url = new URL(address)
      url.hash = ''
      const places = found.get(url.href) ?? []
      found.set(url.href, [...places, place])
    }
  }
  return [...found].map(([address, places]) => ({ address, places }))
}

type Link = Place & { address: string }

function linksOf(file: string, text: string): Link[] {
  if (!file.endsWith('.md')) {
    const { data, lineOf } = parseYamlFields(file, text)
    return fieldLinks(data, []).map(({ address, path }) => linkAt(file, lineOf(path), path, address))
  }
  const { data, lineOf, body, bodyLine } = parseMarkdownFile(file, text)
  return [
    ...fieldLinks(data, []).map(({ address, path }) => linkAt(file, lineOf(path), path, address)),
    ...bodyLinks(body)
      .filter(({ address }) => isOutside(address))
      .map(({ address, line }) => ({ file, line: bodyLine + line - 1, field: '正文', address })),
  ]
}

function linkAt(file: string, line: number, path: PropertyKey[], address: string): Link {
  return { file, line, field: path.map(String).join('.'), address }
}

/** Returns the addresses in any field of any kind of file. */
function fieldLinks(value: unknown, path: PropertyKey[]): { address: string; path: PropertyKey[] }[] {
  if (typeof value === 'string') return isOutside(value) ? [{ address: value, path }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    fieldLinks(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

function isOutside(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address)
}
