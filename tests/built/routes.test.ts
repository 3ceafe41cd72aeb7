import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Window } from 'happy-dom'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { serveSite } from '../../server/site/serve-site.ts'
import { ROUTE_TABLE } from './route-table.ts'

const site = new Hono().all('*', serveSite('dist'))
const { DOMParser: Parser } = new Window()

function writtenRoutes(markdown: string): string[] {
  const table = /\| Route \| Page \|\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(markdown)?.[1] ?? ''
  const cells = table
    .trim()
    .split('\n')
    .map((line) => line.split('|')[1] ?? '')
  return cells.flatMap((cell) => cell.split(',').map((route) => route.trim()))
}

test('the rows are those of docs/behaviour.md', () => {
  const tried = new Set(ROUTE_TABLE.map(({ route }) => route).filter((route) => route !== '+'))
  expect([...tried].sort()).toEqual(writtenRoutes(readFileSync('docs/behaviour.md', 'utf8')).sort())
})

function untried(files: readonly string[]): string[] {
  const routes = files.map(
    (file) => `/${file.replaceAll('\\', '/')}`.replace(/(\/index)?\.astro$/, '') || '/',
  )
  return routes.filter((route) => {
    const parts = route.replace(/\/\[\.{3}\w+\]/g, '(/.+)?').replace(/\[\w+\]/g, '[^/]+')
    return !route.startsWith('/frontend/') && !ROUTE_TABLE.some(({ path }) => RegExp(`^${parts}$`).test(path))
  })
}

test('every page has a row', () => {
  expect(untried(globSync('**/*.astro', { cwd: 'src/pages' }))).toEqual([])
  const files = [
    'index.astro',
    'review/[id].astro',
    'reviewlist/[...page].astro',
    'words/[id].astro',
    'words.astro',
  ]
  expect(untried(files)).toEqual(['/words/[id]', '/words'])
})

test('what asks not to be indexed is in no sitemap, everything else is', () => {
  const files = readdirSync('dist').filter((name) => /^sitemap.*\.xml$/.test(name))
  const listed = files.flatMap((name) =>
    [...readFileSync(join('dist', name), 'utf8').matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, address = '']) => new URL(address).pathname,
    ),
  )
  expect(listed).toContain('/pmanagement/2')
  const hidden = ROUTE_TABLE.filter(({ canonical }) => canonical === null).map(({ path }) => path)
  expect(listed.filter((path) => hidden.includes(path) || path.startsWith('/operator'))).toEqual([])
  const found = ROUTE_TABLE.flatMap(({ canonical }) => canonical ?? [])
  expect(
    found.filter((path) => !listed.includes(path)),
    'missing in src/lib/content/feeds/site-pages.ts',
  ).toEqual([])
})

test('nothing of the workbench of editors is in the build', () => {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => name.replaceAll('\\', '/').startsWith('frontend/editor'))).toEqual([])
  const marks = /frontend\/editor|editor:content/i
  const scripts = files.filter((name) => /\.(js|html|css)$/.test(name))
  expect(scripts.length).toBeGreaterThan(100)
  expect(scripts.filter((name) => marks.test(readFileSync(join('dist', name), 'utf8')))).toEqual([])
})

async function open(path: string) {
  const answer = await site.request(path)
  return { status: answer.status, page: new Parser().parseFromString(await answer.text(), 'text/html') }
}

test('what cannot be enjoyed together is said on the page of each, with the lower rate', async () => {
  const rivalsOn = async (path: string) => {
    const { page } = await open(path)
    return [...page.querySelectorAll('#rivals li')].map((item) => item.textContent.trim())
  }
  expect((await rivalsOn('/pmanagement/1')).join()).toMatch(
    /高新技术企业认定[^：]*：本项实际税负5%，低于该项15%，建议优先适用本项/,
  )
  expect(await rivalsOn('/pmanagement/2')).toContain(
    '小型微利企业所得税减征：该项实际税负5%，低于本项15%，建议优先适用该项',
  )
  expect((await rivalsOn('/pmanagement/22')).join()).not.toContain('税率')
})

test.each(['/enterprise/1/1', '/fund/1'])(
  '%s is a sample: nothing of it is told to search engines',
  async (path) => {
    const { page } = await open(path)
    expect(page.querySelectorAll('script[type="application/ld+json"]')).toHaveLength(0)
  },
)

test('/loan leads on to its home', async () => {
  const { page } = await open('/loan')
  const refresh = page.querySelector('meta[http-equiv=refresh]')
  expect(refresh?.getAttribute('content')).toBe('0; url=/loan/home')
})

test.each(ROUTE_TABLE)('$path is what the table says', async (row) => {
  const { status, page } = await open(row.path === '/loan' ? '/loan/home' : row.path)
  expect(status).toBe(row.status ?? 200)
  const all = (selector: string) => [...page.querySelectorAll(selector)]
  const { title } = row
  expect(page.title).toEqual(typeof title === 'string' ? title : expect.stringMatching(title))
  // Parts of a page may have headers of their own.
  const banners = all('header').filter((header) => !header.closest('article, aside, main, nav, section'))
  expect(banners).toHaveLength(row.header ? 1 : 0)
  expect(page.documentElement.lang).toBe('zh-CN')
  expect(page.documentElement.dataset['layout']).toBe(row.layout)
  if (row.canonical === null) expect(all('meta[name=robots][content=noindex]')).toHaveLength(1)
  else {
    const address = page.querySelector('link[rel=canonical]')?.getAttribute('href') ?? ''
    expect(new URL(address).pathname).toBe(row.canonical)
  }
  const steps = all('nav[aria-label="当前位置"] li').map(({ textContent }) => textContent.trim())
  if (row.breadcrumb === null) expect(steps).toEqual([])
  else expect(steps.at(-1)).toBe(row.breadcrumb)
  if (row.layout === 'desk')
    expect(page.querySelector('noscript')?.innerHTML).toContain('运营工作台需要启用 JavaScript。')
  else {
    expect(all('main')).toHaveLength(1)
    expect(all('h1')).toHaveLength(1)
  }
})
