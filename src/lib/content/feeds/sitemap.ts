import { escapeMarkup } from '../../rules/text/escape-markup.ts'
/** Sitemaps by sitemaps.org: at most 50,000 addresses per file, and an index above that. */

export interface SitemapPage {
  path: string
  changed?: string | undefined
}

export const SITEMAP_LIMIT = 50_000

export function sitemapFiles(pages: readonly SitemapPage[], limit = SITEMAP_LIMIT): SitemapPage[][] {
  return Array.from({ length: Math.max(1, Math.ceil(pages.length / limit)) }, (_, index) =>
    pages.slice(index * limit, (index + 1) * limit),
  )
}

export function urlSet(pages: readonly SitemapPage[], site: URL): string {
  return document('urlset', 'url', pages, site)
}

export function sitemapIndex(pages: readonly SitemapPage[], site: URL): string {
  return document('sitemapindex', 'sitemap', pages, site)
}

function document(root: string, item: string, pages: readonly SitemapPage[], site: URL): string {
  const entries = pages.map(({ path, changed }) => {
    const day = changed ? `<lastmod>${changed}</lastmod>` : ''
    return `<${item}><loc>${escapeMarkup(new URL(path, site).href)}</loc>${day}</${item}>`
  })
  const name = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${name}">\n${entries.join('\n')}\n</${root}>\n`
}
