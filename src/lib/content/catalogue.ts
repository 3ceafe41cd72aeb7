/** What the build tells the backend, and the figures of the home page: counted, never typed. */

import { site } from '../../site.ts'
import type { Catalogue } from '../contract/catalogue.ts'
import type { HomeFigures } from '../contract/home.ts'
import { countFigures } from '../rules/home-figures.ts'
import { interpretations, news, originals, windowOf } from './entries.ts'

export async function builtCatalogue(): Promise<Catalogue> {
  const policies = await originals()
  const items = await interpretations()
  return {
    built_at: new Date().toISOString(),
    news: (await news()).length,
    policies: policies.map(({ data }) => ({ id: data.id, title: data.title, region: data.region })),
    items: items.map(({ data }) => ({
      id: data.id,
      policy: data.policy ?? null,
      title: data.title,
      region: data.region,
      window: windowOf(data.window),
    })),
    logos: [...site.partners],
  }
}

export async function builtFigures(): Promise<HomeFigures> {
  return countFigures(await builtCatalogue(), new Date())
}
