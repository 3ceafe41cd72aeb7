/** Contents of a document's pages, which the wide page and the phone page share. */
import { SHOWN_DIR } from 'astro:env/server'
import { join } from 'node:path'
import { readCompany } from '../rules/eligibility/company.ts'
import { nameOf } from '../rules/text/titles.ts'
import { compileRates } from '../rules/worth/compile.ts'
import { MONEY_NOTES, workingOf } from '../rules/worth/working.ts'
import { compileBenefit, worthOf } from '../rules/worth/worth.ts'
import { type InterpretationEntry, type NewsEntry, type OriginalEntry, renderedOf, today } from './entries.ts'
import { svgOf } from './picture/draw.ts'
import { pictureOf, readExample } from './picture/picture.ts'
import { sheetOf } from './picture/sheet.tsx'
import {
  interpretationsOf,
  newsAbout,
  originalsOf,
  originalsOfIds,
  otherNews,
  rates,
  similarInterpretations,
} from './relations.ts'
import type { Interpretation } from './schema/documents.ts'
import { windowOf } from './schema/documents.ts'
import { shareImagePath } from './share-image.ts'
import { anchorArticles } from './text/articles.ts'
import { clauseAddress } from './text/clause-address.ts'
import { numberedLists, readingMinutes, scrollableTables } from './text/rendered.ts'

interface Entry {
  data: { id: number }
}

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
    similar: (await similarInterpretations())(data, today()),
    reports: await newsAbout(bases.map(({ id }) => id)),
  }
}

/** 一图读懂, laid out once for its page and its files. */
export function drawPicture(entry: InterpretationEntry) {
  const known = drawnPictures.get(entry.id) ?? drawAnew(entry)
  if (!import.meta.env.DEV) drawnPictures.set(entry.id, known)
  return known
}

const drawnPictures = new Map<string, ReturnType<typeof drawAnew>>()

async function drawAnew({ id, data }: InterpretationEntry) {
  const picture = pictureOf({
    data,
    bases: await originalsOf(data),
    example: readExample(join(SHOWN_DIR, 'interpretations', id.replace(/\.md$/, '.golden.yaml'))),
    address: new URL(`/pmanagement/${data.id}`, import.meta.env.SITE).href,
  })
  const sheet = sheetOf(picture)
  return { picture, sheet, drawn: await svgOf(sheet) }
}

/** Returns an interpretation's formula in words with its open questions; null without a formula. */
export async function worthInWords({ benefit, eligibility, policy }: Interpretation) {
  if (!benefit) return null
  const compiled = compileBenefit(benefit, eligibility ?? null, compileRates(await rates()))
  const nobody = readCompany({}, today())
  const lines = await Promise.all(
    workingOf(compiled, nobody).map(async ({ name, formula, clause }) => ({
      name,
      formula,
      clause: clause?.article,
      href:
        clause?.href ??
        (clause && policy !== undefined ? await clauseAddress(clause.article, policy) : undefined),
    })),
  )
  const { money, assumes = [] } = benefit
  return { lines, questions: worthOf(compiled, nobody).missing.length, note: MONEY_NOTES[money], assumes }
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

/** 免申即享 and laws need no application; an interpretation without a way to claim offers none. */
export function declarable({ claim, window }: Interpretation): boolean {
  return claim !== undefined && claim !== '免申即享' && window?.kind !== '法律法规'
}

export function declaredItem(data: Interpretation) {
  const { id, window, materials, official } = data
  return { id, title: nameOf(data), window: windowOf(window), materials, official }
}
