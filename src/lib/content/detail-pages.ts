/** What the pages of one document show: each is read on a wide page and on one for phones. */
import { nameOf } from '../rules/text/titles.ts'
import { type InterpretationEntry, type NewsEntry, type OriginalEntry, renderedOf } from './entries.ts'
import {
  interpretationsOf,
  newsAbout,
  originalsOf,
  originalsOfIds,
  otherNews,
  similarInterpretations,
} from './relations.ts'
import type { Interpretation } from './schema/documents.ts'
import { type CLAIM_WAYS, windowOf } from './schema/documents.ts'
import { shareImagePath } from './share-image-path.ts'
import { anchorArticles } from './text/articles.ts'
import { numberedLists, readingMinutes, scrollableTables } from './text/rendered.ts'

interface Entry {
  data: { id: number }
}

/** `getStaticPaths` of a page for each entry of a collection. */
export function pathsById<E extends Entry>(read: () => Promise<E[]>) {
  return async () =>
    (await read()).map((entry) => ({ params: { id: String(entry.data.id) }, props: { entry } }))
}

export async function loadPolicy(entry: InterpretationEntry) {
  const { data } = entry
  const bases = await originalsOf(data)
  return {
    data,
    page: {
      title: data.title,
      description: data.summary ?? data.gain,
      image: shareImagePath('policy', data.themes),
      section: { href: '/pmanagementlist', label: '政策解读' },
    },
    html: (await renderedOf(entry)).html,
    bases,
    similar: await similarInterpretations(data.id),
    reports: await newsAbout(bases.map(({ id }) => id)),
  }
}

export async function loadOriginal(entry: OriginalEntry) {
  const { data } = entry
  const { html, headings } = await renderedOf(entry)
  const anchored = anchorArticles(html)
  return {
    data,
    page: {
      title: data.title,
      description: [data.title, data.issuers.join('、'), data.number].filter(Boolean).join('，'),
      image: shareImagePath('original', data.themes),
      section: { href: '/reviewlist', label: '政策原文' },
    },
    minutes: readingMinutes(html),
    /** Its articles can be linked to, its tables scroll by themselves. */
    html: numberedLists(scrollableTables(anchored.html)),
    articles: anchored.articles,
    headings: headings.filter(({ text }) => text !== ''),
    readings: await interpretationsOf(data.id),
    reports: await newsAbout([data.id]),
  }
}

export async function loadNews(entry: NewsEntry) {
  const { data } = entry
  const { html } = await renderedOf(entry)
  return {
    data,
    page: {
      title: data.title,
      description: data.summary,
      image: shareImagePath('news', data.themes),
      section: { href: '/information', label: '政策资讯' },
    },
    minutes: readingMinutes(html),
    html,
    bases: await originalsOfIds(data.policies),
    readings: (await Promise.all(data.policies.map((id) => interpretationsOf(id)))).flat(),
    others: await otherNews(data.id),
  }
}

/** 免申即享 and a law need no application; an interpretation that does not say how it is claimed cannot offer one. */
export function declarable({ claim, window }: Interpretation): boolean {
  return claim !== undefined && claim !== '免申即享' && window?.kind !== '法律法规'
}

/** 申领方式, in words for who reads of it for the first time. */
export const CLAIM_NOTES = {
  免申即享: '符合的直接享受',
  快申快享: '填报时直接享受',
  申报: '提交材料，审核后享受',
} satisfies Record<(typeof CLAIM_WAYS)[number], string>

export function declaredItem(data: Interpretation) {
  const { id, window, materials, official } = data
  return { id, title: nameOf(data), window: windowOf(window), materials, official }
}
