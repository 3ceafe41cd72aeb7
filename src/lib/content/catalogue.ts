import { hash } from 'node:crypto'
import { site } from '../../site.ts'
import type { Catalogue, CatalogueItem } from '../contract/policies/catalogue.ts'
import type { HomeFigures } from '../contract/policies/home.ts'
import { countFigures } from '../rules/home-figures.ts'
import { nameOf } from '../rules/text/titles.ts'
import { funds, loanProducts, providers } from './directory.ts'
import {
  type InterpretationEntry,
  type NewsEntry,
  news,
  now,
  type OriginalEntry,
  originals,
  renderedOf,
} from './entries.ts'
import { type Exclusions, rateOf, rivalsOf } from './exclusions.ts'
import { interpretationsBySum } from './judged.ts'
import { regionName } from './regions.ts'
import { exclusions, rates } from './relations.ts'
import { windowOf } from './schema/documents.ts'
import { textOfHtml } from './search/text.ts'

export async function builtCatalogue(): Promise<Catalogue> {
  const policies = await originals()
  const items = await interpretationsBySum()
  const articles = await news()
  const excluding = await exclusions()
  return {
    built_at: now().toISOString(),
    news: articles.map(toArticle),
    policies: await Promise.all(policies.map(toPolicy)),
    items: await Promise.all(items.map((entry) => toItem(entry, excluding))),
    rates: await rates(),
    logos: [...site.partners],
    providers: (await providers()).map(({ id, title }) => ({ id, title })),
    funds: (await funds()).map(({ id, title }) => ({ id, title })),
    loans: (await loanProducts()).map(({ id, title, lender, amount: { min, max }, months }) => ({
      ...{ id, title, lender, months },
      amount: { min, max },
    })),
  }
}

async function toPolicy(entry: OriginalEntry) {
  const { id, title, region, number, effective, validity } = entry.data
  return { id, title, region, text: hashOf(title, number, effective, validity, await wordsOf(entry)) }
}

function toArticle({ data }: NewsEntry) {
  const { id, title, policies } = data
  return { id, title, policy: policies[0] ?? null }
}

/**
 * Followers get a message when this changes. Raise the leading number whenever the input changes for another
 * reason, such as a new Markdown renderer; otherwise every policy would seem changed.
 */
function hashOf(...parts: unknown[]): string {
  return `2-${hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16)}`
}

async function wordsOf(entry: OriginalEntry | InterpretationEntry): Promise<string | undefined> {
  return textOfHtml((await renderedOf(entry)).html) || undefined
}

/** Without window and figure, whose changes are reported with the old and new value. */
async function textOf(entry: InterpretationEntry): Promise<string> {
  const { title, gain, who, conditions, materials, steps, questions, official } = entry.data
  const words = await wordsOf(entry)
  return hashOf(title, gain, who, conditions, materials, steps, questions, official, words)
}

async function toItem(entry: InterpretationEntry, excluding: Exclusions): Promise<CatalogueItem> {
  const { data } = entry
  return {
    id: data.id,
    policy: data.policy ?? null,
    title: nameOf(data),
    region: data.region,
    region_name: regionName(data.region),
    window: windowOf(data.window),
    department: data.department,
    support: data.support,
    grants: data.grants,
    amount: data.amount,
    headline: data.headline,
    eligibility: data.eligibility,
    benefit: data.benefit,
    unmodelled: data.unmodelled,
    excludes: rivalsOf(excluding, data.id).map(({ id }) => id),
    rate: rateOf(excluding, data.id),
    text: await textOf(entry),
  }
}

export async function builtFigures(): Promise<HomeFigures> {
  return countFigures(await builtCatalogue(), now())
}
