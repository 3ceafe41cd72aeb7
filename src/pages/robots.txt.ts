import { PREVIEW_OF } from 'astro:env/server'
import type { APIRoute } from 'astro'

/** Personal pages, and addresses that are no pages. Every search names /search as its canonical address. */
const CLOSED = ['/mylist/', '/frontend/rows/', '/main/', '/customer/', '/startup/', '/wechat/', '/operator/']

export const GET: APIRoute = ({ site }) =>
  new Response(
    [
      'User-agent: *',
      ...(PREVIEW_OF ? ['/'] : CLOSED).map((path) => `Disallow: ${path}`),
      `Sitemap: ${new URL('/sitemap.xml', site)}`,
      '',
    ].join('\n'),
  )
