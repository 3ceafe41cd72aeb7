/** Every row of the route table: it exists, in the right layout, with or without header, with title and address. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { ROUTE_TABLE } from './support/route-table.ts'

const BEHAVIOUR = 'docs/behaviour.md'

/** The first column of the table of rule B1.1: `/a, /b/{id}` are two rows. */
function describedRoutes(markdown: string): Set<string> {
  const table = /\| Route \| Page \|\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(markdown)?.[1] ?? ''
  const cells = table
    .trim()
    .split('\n')
    .map((line) => line.split('|')[1] ?? '')
  return new Set(cells.flatMap((cell) => cell.split(',').map((route) => route.trim())))
}

test('the rows are those that are described', () => {
  const known = new Set(ROUTE_TABLE.map(({ route }) => route).filter((route) => route !== '+'))
  expect([...known].sort()).toEqual([...describedRoutes(readFileSync(BEHAVIOUR, 'utf8'))].sort())
})

test('what asks not to be indexed is in no sitemap', () => {
  const files = readdirSync('dist').filter((name) => /^sitemap.*\.xml$/.test(name))
  const listed = files.flatMap((name) =>
    [...readFileSync(join('dist', name), 'utf8').matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, address = '']) => new URL(address).pathname,
    ),
  )
  expect(listed).toContain('/pmanagement/2')
  const hidden = ROUTE_TABLE.filter(({ canonical }) => canonical === null).map(({ path }) => path)
  expect(listed.filter((path) => hidden.includes(path) || path.startsWith('/operator'))).toEqual([])
})

for (const row of ROUTE_TABLE) {
  test(`${row.path} is what the table says`, async ({ browser, baseURL }) => {
    // As built: what stands here is there without JavaScript, too.
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    const answer = await page.goto(row.path, { waitUntil: 'commit' })
    expect(answer?.status()).toBe(row.status ?? 200)
    await page.waitForLoadState('domcontentloaded')
    // /loan leads on by itself.
    if (row.route !== '/loan') await expect(page).toHaveURL(row.path)
    await expect(page).toHaveTitle(row.title)
    await expect(page.getByRole('banner')).toHaveCount(row.header ? 1 : 0)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    expect(await page.locator('html').getAttribute('data-layout')).toBe(row.layout ?? null)
    const canonical = page.locator('link[rel=canonical]')
    if (row.canonical === null) {
      await expect(page.locator('meta[name=robots][content=noindex]')).toHaveCount(1)
    } else if (row.route !== '/loan') {
      const address = await canonical.getAttribute('href')
      expect(new URL(address ?? '').pathname).toBe(row.canonical)
    }
    const steps = page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')
    if (row.breadcrumb === null) await expect(steps).toHaveCount(0)
    else await expect(steps.nth(1)).toHaveText(row.breadcrumb)
    if (row.layout === 'desk') {
      expect(await page.locator('noscript').innerHTML()).toContain('运营工作台需要启用 JavaScript。')
    } else {
      await expect(page.locator('main')).toHaveCount(1)
      if (row.route !== '/loan') await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    }
    await context.close()
  })
}
