/** The content that pages show: drafts only in dev, newest first. */
import { type CollectionEntry, getCollection } from 'astro:content'
import { SOURCE_DATE_EPOCH } from 'astro:env/server'
import { chinaDay } from '../rules/time/china-day.ts'
import { query } from './queries.ts'

export type OriginalEntry = CollectionEntry<'originals'>
export type InterpretationEntry = CollectionEntry<'interpretations'>
export type NewsEntry = CollectionEntry<'news'>

interface Publishing {
  draft: boolean
  from?: string | undefined
}

/** The mark of what visitors do not see yet: only `npm run dev` shows such content at all. */
export function unpublishedMark({ draft, from }: Publishing): string | undefined {
  if (draft) return '草稿'
  return from !== undefined && from > today() ? `待发布 ${from}` : undefined
}

export const isShown = ({ data }: { data: Publishing }) =>
  import.meta.env.DEV || unpublishedMark(data) === undefined

/** The day by which a document is sorted: published, else made. */
export function dayOf(data: { published?: string | undefined; made?: string | undefined }): string {
  return data.published ?? data.made ?? ''
}

function newestFirst<Entry extends { data: { id: number; published?: string | undefined } }>(
  entries: Entry[],
): Entry[] {
  return entries.toSorted((a, b) => dayOf(b.data).localeCompare(dayOf(a.data)) || a.data.id - b.data.id)
}

/** The moment of the build. */
export const now = query('now', () => new Date((SOURCE_DATE_EPOCH ?? Date.now() / 1000) * 1000))

/** The day of the build; at once, for islands beside a component that waits would be counted in another order. */
export const today = query('today', () => chinaDay(now()))

export const originals = query('originals', async () =>
  newestFirst(await getCollection('originals', isShown)),
)
export const interpretations = query('interpretations', async () =>
  newestFirst(await getCollection('interpretations', isShown)),
)
export const news = query('news', async () => newestFirst(await getCollection('news', isShown)))
