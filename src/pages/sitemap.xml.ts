import type { APIRoute } from 'astro'
import { sitePages } from '../lib/content/feeds/site-pages.ts'
import { sitemapFiles, sitemapIndex, urlSet } from '../lib/content/feeds/sitemap.ts'

/** One file while it holds all pages, an index of several above that. */
export const GET: APIRoute = async ({ site, url }) => {
  const files = sitemapFiles(await sitePages())
  const address = site ?? url
  const [first = []] = files
  const xml =
    files.length === 1
      ? urlSet(first, address)
      : sitemapIndex(
          files.map((_, index) => ({ path: `/sitemap-${index + 1}.xml` })),
          address,
        )
  return new Response(xml)
}
