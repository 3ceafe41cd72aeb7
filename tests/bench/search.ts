/** What the search finds in a library, what a first query loads there and in a library of 10,000 documents, and how soon it answers. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { importLibrary } from '../../scripts/content/import.ts'
import { THEMES } from '../../src/lib/content/schema/fields.ts'
import { makeSearchFiles, type SearchDocument, type SearchFiles } from '../../src/lib/content/search/files.ts'
import { SEARCH_PATH, type SearchFile } from '../../src/lib/contract/policies/search-files.ts'
import { formatBytes } from '../../src/lib/rules/text/format-number.ts'
import { measureModule, measurePage } from '../built/page-bytes.ts'
import {
  askSearch,
  type LibraryQuery,
  readExport,
  type SearchSource,
  scoreQueries,
} from '../flows/support/search-files.ts'
import { atLeast, atMost, type Goal } from './goals.ts'
import { makeDraw, manyDocuments, type Row, readLibrary } from './many-documents.ts'
import { middle, SLOW_4G } from './pages.ts'
import { startPortal } from './portal.ts'

const LARGE = 10_000
const KIB = 1024
const RUNS = 5
const KINDS = ['部门文件', '地方文件', '政策解读', '政策资讯'] as const
const REGIONS = ['000000', '440000', '440100', '440106', '110000', '310000', '330100', '500000']

/** Builds the library, and makes the files of a larger one; with the bytes of the scripts of the page. */
export async function measureSearch(): Promise<Record<string, Goal | string>> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-search-'))
  try {
    const { jsonl, rows, queries } = readLibrary()
    const content = join(folder, 'content')
    const dist = join(folder, 'dist')
    await importLibrary(jsonl, content)
    const env = { ...process.env, CONTENT_DIR: content, CACHE_DIR: join(folder, 'cache') }
    const build = spawnSync('astro', ['build', '--outDir', dist], { env, encoding: 'utf8' })
    if (build.status !== 0) throw new Error(build.stderr)
    const library = readExport(dist)
    const { recallAt10, firstPlace, firstPlaceAll } = await scoreQueries(library, content, queries)
    const script = measurePage(dist, '/search').bytes + measureModule(dist, 'start-search')
    const large = makeLarge(rows, library.file.synonyms)
    const source = { file: large.file, read: (path: string) => large.packed.get(path) ?? new Uint8Array() }
    return {
      [`${queries.length} 个查询，前十条召回`]: atLeast({ value: recallAt10, goal: 0.97 }),
      标题和文号在第一位: atLeast({ value: firstPlace, goal: 0.9 }),
      全部查询在第一位: firstPlaceAll.toFixed(3),
      页面和它的脚本: formatBytes(script),
      [`${rows.length} 篇时首次查询，最大`]: weigh(library, queries, { script, goal: 150 }),
      [`${LARGE} 篇时首次查询，最大`]: weigh(source, queries, { script, goal: 200 }),
      ...(await measureFirstResult(dist, large, heaviest(source, queries))),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param script bytes of it, which every query loads, too */
function weigh(
  source: SearchSource,
  queries: readonly LibraryQuery[],
  { script, goal }: { script: number; goal: number },
): Goal {
  const bytes = queries.map(({ query }) => askSearch(source, query).bytes + script).sort((a, b) => a - b)
  const at = (share: number) => bytes[Math.floor((bytes.length - 1) * share)] ?? 0
  const reference = `中位 ${formatBytes(at(0.5))}，95% ${formatBytes(at(0.95))}`
  return atMost({ value: at(1) / KIB, goal, unit: ' KB', reference })
}

/** Kinds, places and themes are drawn, too: in order they would compress to nothing. */
export function makeLarge(rows: readonly Row[], synonyms: SearchFile['synonyms']): SearchFiles {
  const draw = makeDraw()
  const documents = manyDocuments(rows, LARGE).map((row, number): SearchDocument => {
    const { title, doc_number, date, body_markdown: text } = row
    const departments = row.issuer?.split('、') ?? []
    return {
      id: number + 1,
      kind: draw(KINDS),
      region: draw(REGIONS),
      themes: [draw(THEMES), draw(THEMES)],
      departments,
      day: date ?? '',
      searched: { title, number: doc_number ?? '', about: departments.join(' '), body: text },
      text,
      result: { title, place: '全国', ...(doc_number && { number: doc_number }) },
    }
  })
  return makeSearchFiles(
    documents.toSorted((a, b) => b.day.localeCompare(a.day)),
    synonyms,
  )
}

function heaviest(source: SearchSource, queries: readonly LibraryQuery[]): string {
  const weighed = queries.map(({ query }) => ({ query, bytes: askSearch(source, query).bytes }))
  return weighed.sort((a, b) => b.bytes - a.bytes)[0]?.query ?? ''
}

/**
 * From the press that opens the search with a query to its first result, over slow 4G; and how long the same answers take there
 * for themselves, each asked for once what names it is there: the page, its script and the index, the shards, the results.
 */
async function measureFirstResult(
  dist: string,
  { file, packed }: SearchFiles,
  query: string,
): Promise<Record<string, Goal>> {
  for (const [path, bytes] of [[SEARCH_PATH, JSON.stringify(file)], ...packed] as const) {
    mkdirSync(dirname(join(dist, path)), { recursive: true })
    writeFileSync(join(dist, path), bytes)
  }
  spawnSync('node', ['scripts/precompress.ts', join(dist, dirname(SEARCH_PATH))])
  const portal = startPortal({ distDir: dist })
  const { CHROMIUM_PATH } = process.env
  const browser = await chromium.launch({
    ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
    args: ['--no-sandbox'],
  })
  try {
    const origin = await portal.listening()
    const runs: { first: number; bytes: number }[] = []
    for (let run = 0; run < RUNS; run++) {
      const { first, asked } = await searchOnce(
        await openSlow(browser),
        `${origin}/search?q=${encodeURIComponent(query)}`,
      )
      const page = await openSlow(browser)
      await page.goto(`${origin}/robots.txt`)
      runs.push({ first, bytes: await page.evaluate(fetchInSteps, stepsOf(asked)) })
      await page.context().close()
    }
    const [first, bytes] = [middle(runs.map((run) => run.first)), middle(runs.map((run) => run.bytes))]
    const reference = `${Math.round(first)} / ${Math.round(bytes)} 毫秒`
    return {
      [`${LARGE} 篇时，慢速 4G，第一条结果与它的字节之比`]: atMost({
        value: first / bytes,
        goal: 1.2,
        unit: ' 倍',
        reference,
      }),
    }
  } finally {
    await browser.close()
    portal.stop()
  }
}

async function openSlow(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  return page
}

interface Asked {
  url: string
  headers: Record<string, string>
}

/** Milliseconds from the press to the frame with the first result, and what was asked for until all is there. */
async function searchOnce(page: Page, address: string): Promise<{ first: number; asked: Asked[] }> {
  const asked: Asked[] = []
  page.on('request', (request) => {
    const { range } = request.headers()
    asked.push({ url: request.url(), headers: range === undefined ? {} : { range } })
  })
  await page.addInitScript(() => {
    new MutationObserver((_, watcher) => {
      if (!document.querySelector('[data-search-results] > li')) return
      watcher.disconnect()
      requestAnimationFrame(() => performance.mark('first-result'))
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  const first = await page.evaluate(
    () => performance.getEntriesByName('first-result')[0]?.startTime ?? Number.NaN,
  )
  await page.context().close()
  return { first, asked }
}

/** Scripts that come after the shards are no part of the search. */
function stepsOf(asked: readonly Asked[]): Asked[][] {
  const shards = asked.findIndex(({ url }) => url.includes('/terms-'))
  const index = asked.slice(1, shards).filter(({ url }) => url.endsWith(SEARCH_PATH) || url.endsWith('.js'))
  const named = (name: string) => asked.filter(({ url }) => url.includes(name))
  return [asked.slice(0, 1), index, named('/terms-'), named('/results-')]
}

/** Runs in a page. */
async function fetchInSteps(steps: readonly (readonly Asked[])[]): Promise<number> {
  const start = performance.now()
  for (const step of steps) {
    await Promise.all(
      step.map(async ({ url, headers }) => (await fetch(url, { headers, cache: 'no-store' })).arrayBuffer()),
    )
  }
  return performance.now() - start
}
