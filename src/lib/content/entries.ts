/** The content that pages show: drafts only in dev and in previews, newest first. */

import { CACHE_DIR, CONTENT_DIR, PREVIEW_OF, SOURCE_DATE_EPOCH } from 'astro:env/server'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { chinaDay } from '../rules/time/china-day.ts'
import { readCollection } from './check/library.ts'
import { contentVersion } from './load/content-files.ts'
import { formatProblem } from './load/yaml-fields.ts'
import type {
  CollectionName,
  Interpretation,
  News,
  Original,
  PolicyCollectionName,
} from './schema/documents.ts'
import { renderedIn } from './text/markdown.ts'

/** A document that has pages of its own. */
interface Entry<Data> {
  collection: PolicyCollectionName
  id: number
  /** Another one when its file says anything else. */
  digest: string
  data: Data
  /** Markdown. By its hash followers are told of a change (catalogue.ts). */
  body: string
}

export type OriginalEntry = Entry<Original>
export type InterpretationEntry = Entry<Interpretation>
export type NewsEntry = Entry<News>

interface Publishing {
  draft: boolean
  from?: string | undefined
}

/** The mark of what visitors do not see yet: only `npm run dev` and a preview show such content at all. */
export function unpublishedMark({ draft, from }: Publishing): string | undefined {
  if (draft) return '草稿'
  return from !== undefined && from > today() ? `待发布 ${from}` : undefined
}

const isShown = ({ data }: { data: Publishing }) =>
  import.meta.env.DEV || PREVIEW_OF !== undefined || unpublishedMark(data) === undefined

/** The day by which a document is sorted: published, else made. */
export function dayOf(data: { published?: string | undefined; made?: string | undefined }): string {
  return data.published ?? data.made ?? ''
}

/** What a folder says and pages may show. A file with a problem fails the build and is named. */
export async function readShown<Name extends CollectionName>(name: Name) {
  const { entries, problems } = await readCollection(CONTENT_DIR, name)
  if (problems.length > 0) throw new Error(['内容有误：', ...problems.map(formatProblem)].join('\n'))
  return entries.filter(isShown)
}

/** Runs `make` once in a build; in `astro dev` each time, because somebody is writing. */
export function once<Made>(make: () => Made): () => Made {
  if (import.meta.env.DEV) return make
  let kept: { made: Made } | undefined
  return () => {
    kept ??= { made: make() }
    return kept.made
  }
}

/** The moment of the build. */
export const now = once(() => new Date((SOURCE_DATE_EPOCH ?? Date.now() / 1000) * 1000))

/** The day of the build; at once, for islands beside a component that waits would be counted in another order. */
export function today(): string {
  return chinaDay(now())
}

export const originals = documents('originals')
export const interpretations = documents('interpretations')
export const news = documents('news')

export const renderedOf = renderedIn(join(CACHE_DIR, 'rendered'))

function documents<Name extends PolicyCollectionName>(name: Name) {
  const read = async () => {
    const shown = await readShown(name)
    const entries = shown.map(({ data, body }) => {
      const digest = hash('sha256', JSON.stringify([data, body]), 'base64url')
      return { collection: name, id: data.id, digest, data, body }
    })
    return entries.sort((a, b) => dayOf(b.data).localeCompare(dayOf(a.data)) || a.id - b.id)
  }
  // In `dev`, until a file or a draft changes (src/editor).
  let kept: { version: number; read: ReturnType<typeof read> } | undefined
  return once(() => {
    const version = contentVersion()
    if (kept?.version !== version) kept = { version, read: read() }
    return kept.read
  })
}
