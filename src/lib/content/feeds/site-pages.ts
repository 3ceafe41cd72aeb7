/** Every page for search engines, with the day of its last change. */

import { funds, providers } from '../directory.ts'
import { dayOf, interpretations, news, originals } from '../entries.ts'
import { PROVIDER_CATEGORIES } from '../provider-categories.ts'
import type { SitemapPage } from './sitemap.ts'

const FIXED = [
  '/',
  '/pmanagementlist',
  '/reviewlist',
  '/information',
  '/search',
  '/match',
  '/compare',
  '/places',
  '/popular',
  '/facilitator',
  '/enter',
  '/loan/home',
  '/loan/explain',
  '/embed',
  '/help',
  '/agreement',
  '/privacy',
]

export async function sitePages(): Promise<SitemapPage[]> {
  const changed = (data: {
    checked?: { date: string } | undefined
    published?: string | undefined
    made?: string | undefined
  }) => [data.checked?.date ?? '', dayOf(data)].toSorted().at(-1) || undefined
  return [
    ...FIXED.map((path) => ({ path })),
    ...PROVIDER_CATEGORIES.map(({ id }) => ({ path: `/providerlist/${id}` })),
    ...(await interpretations()).map(({ data }) => ({
      path: `/pmanagement/${data.id}`,
      changed: changed(data),
    })),
    // People who search for real ones must not find samples.
    ...(await originals())
      .filter(({ data }) => !data.demo)
      .map(({ data }) => ({ path: `/review/${data.id}`, changed: changed(data) })),
    ...(await news()).map(({ data }) => ({
      path: `/information/consultation/${data.id}`,
      changed: changed(data),
    })),
    ...(await providers())
      .filter(({ demo }) => !demo)
      .map(({ category, id }) => ({ path: `/enterprise/${category}/${id}` })),
    ...(await funds()).filter(({ demo }) => !demo).map(({ id }) => ({ path: `/fund/${id}` })),
  ]
}
