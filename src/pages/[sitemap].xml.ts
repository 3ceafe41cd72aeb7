import type { APIRoute, GetStaticPaths } from 'astro'
import { sitePages } from '../lib/content/feeds/site-pages.ts'
import { type SitemapPage, sitemapFiles, sitemapIndex, urlSet } from '../lib/content/feeds/sitemap.ts'

type Props = { pages: SitemapPage[]; isIndex: boolean }

/** One file for up to its limit of pages, above that several with an index. */
export const getStaticPaths = (async () => {
  const [first = [], ...others] = sitemapFiles(await sitePages())
  const file = (sitemap: string, pages: SitemapPage[], isIndex = false) => ({
    params: { sitemap },
    props: { pages, isIndex } satisfies Props,
  })
  if (others.length === 0) return [file('sitemap', first)]
  const parts = [first, ...others].map((pages, index) => file(`sitemap-${index + 1}`, pages))
  const listed = parts.map(({ params }) => ({ path: `/${params.sitemap}.xml` }))
  return [file('sitemap', listed, true), ...parts]
}) satisfies GetStaticPaths

export const GET: APIRoute<Props> = ({ props: { pages, isIndex }, site, url }) =>
  new Response((isIndex ? sitemapIndex : urlSet)(pages, site ?? url))
