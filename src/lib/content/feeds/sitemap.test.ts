import { expect, test } from 'vitest'
import { SITEMAP_LIMIT, sitemapFiles, sitemapIndex, urlSet } from './sitemap.ts'

const site = new URL('https://zhengce.example.cn')
const pages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `/review/${index + 1}` }))

test.each([
  [0, [0]],
  [SITEMAP_LIMIT, [SITEMAP_LIMIT]],
  [SITEMAP_LIMIT + 1, [SITEMAP_LIMIT, 1]],
])('%i pages need files of %j', (count, sizes) => {
  expect(sitemapFiles(pages(count)).map(({ length }) => length)).toEqual(sizes)
})

test('addresses are absolute and escaped, with the known days', () => {
  expect(urlSet([{ path: '/search?q=a&b', changed: '2026-11-20' }, { path: '/' }], site)).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://zhengce.example.cn/search?q=a&amp;b</loc><lastmod>2026-11-20</lastmod></url>
<url><loc>https://zhengce.example.cn/</loc></url>
</urlset>
`,
  )
})

test('an index names its files', () => {
  expect(sitemapIndex([{ path: '/sitemap-1.xml' }], site)).toContain(
    '<sitemap><loc>https://zhengce.example.cn/sitemap-1.xml</loc></sitemap>',
  )
})
