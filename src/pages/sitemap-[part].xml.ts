import type { APIRoute, GetStaticPaths } from 'astro'
import { sitePages } from '../lib/content/feeds/site-pages.ts'
import { type SitemapPage, sitemapFiles, urlSet } from '../lib/content/feeds/sitemap.ts'

/** The parts of a sitemap that is too long for one file; none while one holds it all. */
export const getStaticPaths = (async () => {
  const files = sitemapFiles(await sitePages())
  if (files.length === 1) return []
  return files.map((pages, index) => ({ params: { part: String(index + 1) }, props: { pages } }))
}) satisfies GetStaticPaths

export const GET: APIRoute<{ pages: SitemapPage[] }> = ({ props, site, url }) =>
  new Response(urlSet(props.pages, site ?? url))
