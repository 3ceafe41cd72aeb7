import { site } from '../../../site.ts'
import { listFeed } from '../../contract/account/saved-search.ts'
import { type FeedEntry, writeAtom } from '../../rules/text/atom.ts'
import { dayOf, interpretations, news, originals } from '../entries.ts'
import type { Checked } from '../schema/fields.ts'
import { checkedWords } from '../sources.ts'

export const FEEDS = {
  interpretations: { title: '政策解读', page: '/pmanagementlist' },
  originals: { title: '政策原文', page: '/reviewlist' },
  news: { title: '政策资讯', page: '/information' },
} as const

export type FeedName = keyof typeof FEEDS

const ENTRIES = 50

/** Returns the pages' origin, for feeds and calendars, which need absolute addresses. */
export function siteOrigin(): string {
  return new URL(import.meta.env.SITE).origin
}

export async function writeFeed(name: FeedName, origin: string): Promise<string> {
  const { title, page } = FEEDS[name]
  const entries = (await READERS[name](origin)).filter(({ day }) => day !== '').slice(0, ENTRIES)
  return writeAtom({
    title: `${site.name}：${title}`,
    author: site.operator,
    self: origin + listFeed(name),
    page: origin + page,
    entries,
  })
}

/** Adds the comparison with its source, as on the page. */
function withCheck(text: string | undefined, { checked }: { checked?: Checked | undefined }): string {
  return [text, `（${checkedWords(checked)}）`].filter(Boolean).join('')
}

const READERS: Readonly<Record<FeedName, (origin: string) => Promise<FeedEntry[]>>> = {
  interpretations: async (origin) =>
    (await interpretations()).map(({ data }) => ({
      title: data.title,
      url: `${origin}/pmanagement/${data.id}`,
      day: dayOf(data),
      summary: withCheck(data.gain ?? data.summary, data),
    })),
  originals: async (origin) =>
    (await originals()).map(({ data }) => ({
      title: data.title,
      url: `${origin}/review/${data.id}`,
      day: dayOf(data),
      summary: withCheck([data.issuers.join('、'), data.number].filter(Boolean).join(' '), data),
    })),
  news: async (origin) =>
    (await news()).map(({ data }) => ({
      title: data.title,
      url: `${origin}/information/consultation/${data.id}`,
      day: dayOf(data),
      summary: withCheck(data.summary, data),
    })),
}
