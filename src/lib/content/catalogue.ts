/** What the build tells the backend, and the figures of the home page: counted, never typed. */

import { site } from '../../site.ts'
import type { Catalogue, CatalogueItem } from '../contract/catalogue.ts'
import type { HomeFigures } from '../contract/home.ts'
import { countFigures } from '../rules/home-figures.ts'
import { interpretations, news, originals, windowOf } from './entries.ts'
import { regionName } from './regions.ts'
import type { Interpretation } from './schema.ts'

export async function builtCatalogue(): Promise<Catalogue> {
  const policies = await originals()
  const items = await interpretations()
  return {
    built_at: new Date().toISOString(),
    news: (await news()).length,
    policies: policies.map(({ data }) => ({ id: data.id, title: data.title, region: data.region })),
    items: items.map(({ data }) => toItem(data)),
    logos: [...site.partners],
  }
}

function toItem(data: Interpretation): CatalogueItem {
  return {
    id: data.id,
    policy: data.policy ?? null,
    title: data.title,
    region: data.region,
    region_name: regionName(data.region),
    window: windowOf(data.window),
    department: data.department,
    support: data.support,
    amount: data.amount,
    headline: data.headline,
    eligibility: data.eligibility,
    unmodelled: data.unmodelled,
    excludes: data.excludes,
  }
}

export async function builtFigures(): Promise<HomeFigures> {
  return countFigures(await builtCatalogue(), new Date())
}
