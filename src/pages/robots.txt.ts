import type { APIRoute } from 'astro'

/** Pages that show only what belongs to one person or to a search; the rest of the site is for everybody. */
const CLOSED = [
  '/mylist/',
  '/search?',
  '/frontend/rows/',
  '/main/',
  '/customer/',
  '/startup/',
  '/wechat/',
  '/operator/',
]

export const GET: APIRoute = ({ site }) =>
  new Response(
    [
      'User-agent: *',
      ...CLOSED.map((path) => `Disallow: ${path}`),
      `Sitemap: ${new URL('/sitemap.xml', site)}`,
      '',
    ].join('\n'),
  )
