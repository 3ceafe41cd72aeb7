/** The content for pages, newest first; drafts only in dev and in previews. */

import { type CollectionEntry, getCollection } from 'astro:content'
import { PREVIEW_OF, SOURCE_DATE_EPOCH } from 'astro:env/server'
import { chinaDay } from '../rules/time/china-day.ts'
import { devEntries } from './load/dev-entries.ts'
import type { CollectionName, Original, PolicyCollectionName } from './schema/documents.ts'
import { type Rendered, renderMarkdown } from './text/markdown.ts'

export type OriginalEntry = CollectionEntry<'originals'>
export type InterpretationEntry = CollectionEntry<'interpretations'>
export type NewsEntry = CollectionEntry<'news'>

interface Publishing {
  draft: boolean
  from?: string | undefined
}

export function unpublishedMark({ draft, from }: Publishing): string | undefined {
  if (draft) return '草稿'
  return from !== undefined && from > today() ? `待发布 ${from}` : undefined
}

export function isNoLongerInForce({ validity }: Pick<Original, 'validity'>): boolean {
  return validity === '已废止' || validity === '已失效'
}

export function rowMarks(
  data: Publishing & Pick<Original, 'demo'> & Partial<Pick<Original, 'validity' | 'excerpt'>>,
): string[] {
  const over = isNoLongerInForce(data) && data.validity
  return [unpublishedMark(data), data.demo && '示例', over, data.excerpt && '摘编'].filter(
    (mark) => typeof mark === 'string',
  )
}

const isShown = ({ data }: { data: Publishing }) =>
  PREVIEW_OF !== undefined || unpublishedMark(data) === undefined

export function dayOf(data: { published?: string | undefined; made?: string | undefined }): string {
  return data.published ?? data.made ?? ''
}

export async function readShown<Name extends CollectionName>(name: Name): Promise<CollectionEntry<Name>[]> {
  const entries = import.meta.env.DEV ? await devEntries(name) : await getCollection(name, isShown)
  return entries.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Runs `make` once in a build, and each time in `astro dev`, where content changes. */
export function once<Made>(make: () => Made): () => Made {
  if (import.meta.env.DEV) return make
  let kept: { made: Made } | undefined
  return () => {
    kept ??= { made: make() }
    return kept.made
  }
}

export const now = once(() => new Date((SOURCE_DATE_EPOCH ?? Date.now() / 1000) * 1000))

/**
 * Returns the day of the build. Synchronous: islands beside an asynchronous component would be numbered in another
 * order.
 */
export function today(): string {
  return chinaDay(now())
}

export const originals = once(async () => newestFirst(await readShown('originals')))
export const interpretations = once(async () => newestFirst(await readShown('interpretations')))
export const news = once(async () => newestFirst(await readShown('news')))

function newestFirst<Entry extends CollectionEntry<PolicyCollectionName>>(entries: Entry[]): Entry[] {
  return entries.sort((a, b) => dayOf(b.data).localeCompare(dayOf(a.data)) || a.data.id - b.data.id)
}

export async function renderedOf({
  body = '',
  rendered,
}: Pick<CollectionEntry<PolicyCollectionName>, 'body' | 'rendered'>): Promise<Rendered> {
  if (!rendered) return renderMarkdown(body)
  return { html: rendered.html, headings: (rendered.metadata?.['headings'] ?? []) as Rendered['headings'] }
}
